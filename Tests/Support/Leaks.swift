/// Observes objects without retaining them.
public final class LeakDetector {
  private struct Entry {
    weak var object: AnyObject?
    var name: String
  }

  private var entries: [Entry] = []

  fileprivate init() {}

  /// Watches an object that must be released at the end, and returns it.
  @discardableResult
  public func watch<Object: AnyObject>(_ object: Object, _ name: String = "\(Object.self)") -> Object {
    entries.append(Entry(object: object, name: name))
    return object
  }

  fileprivate var alive: [String] { entries.filter { $0.object != nil }.map(\.name) }
}

/// The names of the watched objects that outlive `body`; empty when nothing leaks.
///
///     #expect(leaks { detector in
///       let model = detector.watch(BalanceViewModel(…))
///       model.eventSubject.send(.viewDidAppear)
///     } == [])
public func leaks(_ body: (LeakDetector) throws -> Void) rethrows -> [String] {
  let detector = LeakDetector()
  try body(detector)
  return detector.alive
}

/// The names of the watched objects that outlive an asynchronous `body`, which runs in the caller's isolation.
public func leaks(
  isolation: isolated (any Actor)? = #isolation, _ body: (LeakDetector) async throws -> Void
) async rethrows -> [String] {
  let detector = LeakDetector()
  try await body(detector)
  return detector.alive
}
