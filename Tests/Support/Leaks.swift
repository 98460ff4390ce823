/// Remembers objects without keeping them alive.
public final class LeakDetector {
  private struct Entry {
    weak var object: AnyObject?
    var name: String
  }

  private var entries: [Entry] = []

  fileprivate init() {}

  /// Notes an object that must be dead at the end; returns it for use in place.
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

/// The names of the watched objects that outlive an asynchronous `body`, which runs where its caller runs.
public func leaks(
  isolation: isolated (any Actor)? = #isolation, _ body: (LeakDetector) async throws -> Void
) async rethrows -> [String] {
  let detector = LeakDetector()
  try await body(detector)
  return detector.alive
}
