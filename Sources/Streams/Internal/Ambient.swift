/// Where async work goes when nothing is said: what a test kit sets around code that it runs in
/// virtual time, so that the pipelines of an app need not carry an executor for their tests.
package enum Ambient {
  /// Nil outside of such code: the usual pool.
  @TaskLocal package static var executor: (any TaskExecutor)?
}
