/// Releases nested objects one after another.
///
/// Each publisher in a nest of type-erased ones holds the next, so releasing the outermost would release one inside another until
/// the stack overflows. At a certain depth, what is to be released waits until the outermost release goes on with it.
package enum IterativeRelease {
  /// Releases an object, or has the outermost release of this thread do so.
  ///
  /// - Parameter object: Set to `nil`.
  package static func release(_ object: inout AnyObject?) {
    let releases = storage.value
    guard releases.depth < maximumDepth else {
      if let released = object.take() { releases.waiting.append(released) }
      return
    }
    releases.depth += 1
    drop(&object)
    if releases.depth == 1 {
      // Taken off first, because its own release may add to what waits.
      while !releases.waiting.isEmpty {
        var next: AnyObject? = releases.waiting.removeLast()
        drop(&next)
      }
    }
    releases.depth -= 1
  }

  // NB: a call that the optimiser does not look into. It moves a release past what does not depend on it, which would be the
  // count of the depth.
  @inline(never) @_optimize(none) private static func drop(_ object: inout AnyObject?) { object = nil }

  /// How deep releases nest on the stack.
  private static let maximumDepth = 32

  /// The releases of one thread.
  private final class Releases {
    var depth = 0
    /// What waits for the outermost release.
    var waiting: [AnyObject] = []
  }

  private static let storage = ThreadLocal { Releases() }
}
