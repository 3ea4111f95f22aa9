/// What is told of a request while it runs, and at last its value.
public enum TransferEvent<Value: Sendable>: Sendable {
  /// So much of the request's body has gone out.
  case uploaded(TransferProgress)
  /// So much of the answer's body has come in.
  case received(TransferProgress)
  /// The value of the request; it comes once, as the last event.
  case value(Value)

  /// The value, when it is there.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension TransferEvent: Equatable where Value: Equatable {}
extension TransferEvent: Hashable where Value: Hashable {}
