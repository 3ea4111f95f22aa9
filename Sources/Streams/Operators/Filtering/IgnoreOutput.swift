extension Signal {
  /// Drops all values; only the end comes through.
  ///
  /// ```
  /// self             1--2--3--|
  /// ignoreOutput()   ---------|
  /// ```
  ///
  /// The values are of type `Never`: the compiler then knows that none can come, and nobody has to
  /// write what to do with one. Such a signal goes on with a signal of any type:
  ///
  /// ```swift
  /// save(note).ignoreOutput().append(loadAll())  // the type is that of loadAll()
  /// ```
  ///
  /// - Complexity: O(1) a value, no storage.
  @inlinable
  public func ignoreOutput() -> Signal<Never, Failure> {
    Signal<Never, Failure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value: break
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
  }
}

extension Signal where Value == Never {
  /// Goes on with `next`, of whatever type its values are, after this signal, which has none, has
  /// finished.
  ///
  /// ```
  /// self           ------|
  /// next                 8--9--|
  /// append(next)   ------8--9--|
  /// ```
  ///
  /// `next` starts when this signal has finished and was torn down. Fails: a failure stops the
  /// chain and `next` is never started.
  @_disfavoredOverload
  @inlinable
  public func append<NewValue: Sendable>(
    _ next: Signal<NewValue, Failure>
  ) -> Signal<NewValue, Failure> {
    Signal<NewValue, Failure>(over: self) { source, receive, subscription in
      source.start(
        { event in
          switch event {
          case .value(let value): switch value {}
          case .failure(let failure): receive(.failure(failure))
          case .finished: receive(.finished)
          }
        }, subscription)
    }
    .append(next)
  }
}
