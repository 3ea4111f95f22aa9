public import Foundation

extension Data: ResponseValue {
  /// The body as it is.
  public static func read(_ answer: Answer, with decoder: any BodyDecoder) -> Data {
    Data(answer.body)
  }
}
