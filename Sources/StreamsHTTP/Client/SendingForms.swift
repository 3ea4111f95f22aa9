public import Streams

extension Client {
  /// The value of a form's request, as a cold signal.
  public func send<Form: RequestForm>(_ form: Form) -> Signal<Form.Value, Form.Failure> {
    send(form.request)
  }

  /// Sends a form's request at once and calls one of the closures, once; neither after a cancel.
  ///
  /// A closure that is nil or left out is the client's own, `onSuccess` or `onFailure`; to leave
  /// both to the client, write `send(form, success: nil)`. Progress is told of before that.
  @discardableResult
  public func send<Form: RequestForm>(
    _ form: Form,
    uploaded: (@Sendable (TransferProgress) -> Void)? = nil,
    received: (@Sendable (TransferProgress) -> Void)? = nil,
    success: (@Sendable (Form.Value) -> Void)?,
    failure: (@Sendable (Form.Failure) -> Void)? = nil
  ) -> Subscription {
    send(
      form.request, uploaded: uploaded, received: received, success: success, failure: failure)
  }

  /// Sends a form's request at once; a value goes to the client's `onSuccess`, a failure to
  /// `failure`.
  @discardableResult
  public func send<Form: RequestForm>(
    _ form: Form, failure: @escaping @Sendable (Form.Failure) -> Void
  ) -> Subscription {
    send(form.request, success: nil, failure: failure)
  }

  /// What is told of a form's request while it runs, and its value at last, as a cold signal.
  public func transfer<Form: RequestForm>(
    _ form: Form
  ) -> Signal<TransferEvent<Form.Value>, Form.Failure> {
    transfer(form.request)
  }

  /// Sends a form's request and waits for its value.
  ///
  /// - Throws: the form's own kind of failure; when the task is cancelled, what it makes of
  ///   `RequestFailure.cancelled`.
  public func value<Form: RequestForm>(
    for form: Form
  ) async throws(Form.Failure) -> Form.Value {
    try await value(for: form.request)
  }
}
