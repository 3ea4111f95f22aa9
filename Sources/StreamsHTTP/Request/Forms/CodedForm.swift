/// A form whose accepted answers may hold a code that says they are none.
///
/// ```swift
/// struct Balance: CodedForm {
///   typealias Value = Amount
///   typealias Code = Int
///   var path: RequestPath { "balance" }
///   var valuePath: ValuePath? { "data" }
///   var errorCodePath: ValuePath { "errorCode" }
///   var successCodes: [Int] { [0] }
/// }
/// ```
public protocol CodedForm: RequestForm where Failure == CodeFailure<Code> {
  /// What tells of the error.
  associatedtype Code: Decodable & Equatable & Sendable

  /// Where in the body the code is.
  var errorCodePath: ValuePath { get }
  /// The codes that tell of no error; none by default, so that any code is one.
  var successCodes: [Code] { get }
}

extension CodedForm {
  /// None.
  public var successCodes: [Code] { [] }

  /// The plain request, which fails with the code where there is one.
  public var request: Request<Value, CodeFailure<Code>> {
    plainRequest.errorCode(Code.self, at: errorCodePath, success: successCodes)
  }
}
