/// Releases values of nested objects one after another.
///
/// Each publisher in a nest of type-erased ones holds the next, so releasing the outermost would release one inside another until
/// the stack overflows. At a certain depth, what is to be released waits until the outermost release goes on with it.
package enum IterativeRelease {
  /// Releases a value, or has the outermost release of this thread do so.
  ///
  /// - Parameter value: Set to `nil`.
  package static func release<Value>(_ value: inout Value?) {
    let releases = storage.value
    guard releases.depth < maximumDepth else {
      if let released = value.take() { releases.waiting.append(released) }
      return
    }
    releases.depth += 1
    drop(&value)
    if releases.depth == 1 {
      // Taken off first, because its own release may add to what waits.
      while !releases.waiting.isEmpty {
        var next: Any? = releases.waiting.removeLast()
        drop(&next)
      }
    }
    releases.depth -= 1
  }

  // NB: a call that the optimiser does not look into. It moves a release past what does not depend on it, which would be the
  // count of the depth.
  @inline(never) @_optimize(none) private static func drop<Value>(_ value: inout Value?) { value = nil }

  /// How deep releases nest on the stack.
  private static let maximumDepth = 32

  /// The releases of one thread.
  private final class Releases {
    var depth = 0
    /// What waits for the outermost release.
    var waiting: [Any] = []
  }

  private static let storage = ThreadLocal { Releases() }
}
