import Dispatch
public import Screens
internal import Streams
internal import StreamsExtras

extension AppCore {
  /// Does something, and waits until nothing is in flight: no request, and no other work that the user waits for.
  ///
  /// ```swift
  /// @MainActor func refresh(_ app: AppCore) async throws {
  ///   let balance = app.open(.balance)
  ///   try await app.untilIdle { balance.viewDidAppear() }
  /// }
  /// ```
  ///
  /// It looks first, and returns at once if nothing is in flight after the work. So it takes the place of a loop over
  /// `idle.values`, which waits without end if nothing becomes busy. It needs a main scheduler that runs, such as the main
  /// queue; a test that advances a scheduler needs no wait.
  ///
  /// - Parameters:
  ///   - limit: how long it waits, counted in sixty steps on the main queue: while that queue is held up by something
  ///     else, such as the other tests of a run, the wait goes on, since the app could not do anything either.
  ///   - work: what is done before.
  /// - Throws: what the work throws; and a ``StillBusy`` when the limit is over, which fails the test in words.
  @preconcurrency public func untilIdle(
    atMost limit: Duration = .seconds(60), after work: () throws -> Void = {}
  ) async throws {
    let stepCount = 60
    var cancellable: AnyCancellable?
    var alarm: (any DispatchSourceTimer)?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      func end(with result: Result<Void, any Error>) {
        waiting?.resume(with: result)
        waiting = nil
      }
      // NB: before the work, whose end would be missed otherwise.
      cancellable = idle.first().sink { end(with: .success(())) }
      do {
        try work()
        guard isBusy else { return end(with: .success(())) }
      } catch {
        return end(with: .failure(error))
      }
      // NB: a timer that is late fires once for all the times that it missed.
      let timer = DispatchSource.makeTimerSource(queue: .main)
      var steps = 0
      timer.setEventHandler {
        MainActor.assumeIsolated {
          steps += 1
          if steps == stepCount { end(with: .failure(StillBusy(self, for: limit))) }
        }
      }
      let step = DispatchQueue.SchedulerTimeType.Stride(saturating: limit / stepCount).timeInterval
      timer.schedule(deadline: .now() + step, repeating: step)
      timer.activate()
      alarm = timer
    }
    alarm?.cancel()
    cancellable?.cancel()
  }
}

/// An app did not become idle while a test waited for it. Its description says which screens are open, which of them are
/// busy, and which were never shown.
public struct StillBusy: Error, CustomStringConvertible, Equatable {
  /// The open screens, oldest first.
  public let openScreens: [String]
  /// Those that have a request in flight, or other work that the user waits for.
  public let busyScreens: [String]
  /// Those of which `viewDidAppear()` was not called.
  public let unshownScreens: [String]
  private let limit: Duration

  @MainActor init(_ app: AppCore, for limit: Duration) {
    // A second screen of one name is "balance 2", as the console calls it.
    var counts: [String: Int] = [:]
    let named = app.instances.map { instance in
      counts[instance.name, default: 0] += 1
      let count = counts[instance.name, default: 0]
      return (instance: instance, name: instance.name + (count == 1 ? "" : " \(count)"))
    }
    openScreens = named.map(\.name)
    busyScreens = named.filter { $0.instance.isBusy }.map(\.name)
    unshownScreens = named.filter { !$0.instance.hasAppeared }.map(\.name)
    self.limit = limit
  }

  public var description: String {
    func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
    return """
      The app is not idle after \(limit). Open: \(list(openScreens)). Busy: \(list(busyScreens)). \
      Never shown by viewDidAppear(): \(list(unshownScreens)).
      """
  }
}
