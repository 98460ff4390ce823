import Dispatch
import Streams
import StreamsExtras
import Words

/// A main scheduler whose jobs are handled by an app.
struct HandlingScheduler: Scheduler {
  let base: AnySchedulerOf<DispatchQueue>
  let reporter: Reporter
  /// To which account a job belongs that runs once; `nil` if `base` knows.
  var turns: AccountTurns?
  /// Whether an appearance has started what it runs.
  var isOfAppearance = false

  var now: DispatchQueue.SchedulerTimeType { base.now }
  var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, handled(once(waits: false, action)))
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, tolerance: DispatchQueue.SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, handled(once(waits: true, action)))
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride, options: DispatchQueue.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, handled(action))
  }

  private func once(waits: Bool, _ action: @escaping () -> Void) -> () -> Void {
    turns?.job(waits: waits, action) ?? action
  }

  private func handled(_ action: @escaping () -> Void) -> () -> Void {
    let action = isOfAppearance ? reporter.appearing(action) : reporter.continuing(action)
    // An immediate scheduler runs its work on any thread.
    return { [reporter] in
      guard isMainQueue else { return action() }
      reporter.begin()
      action()
      reporter.end()
    }
  }
}

extension Reporter {
  /// A main scheduler for the answer to what is asked now.
  func continuing(_ main: AnySchedulerOf<DispatchQueue>) -> AnySchedulerOf<DispatchQueue> {
    guard isAskedByAppearance else { return main }
    return HandlingScheduler(base: main, reporter: self, isOfAppearance: true).eraseToAnyScheduler()
  }
}

extension AppEnvironment {
  /// The environment with a main scheduler whose jobs are handled by an app. It shares the defaults of this one, so that what is
  /// made later is one for both.
  ///
  /// - Parameters:
  ///   - reporter: What handles the jobs.
  ///   - catalogs: The catalogues of the app, which come before those of this environment.
  func handled(by reporter: Reporter, _ catalogs: [StringCatalog]) -> AppEnvironment {
    var environment = self
    environment.wrap(CatalogsKey.self, as: catalogs + self.catalogs)
    environment.reporter = reporter
    environment.baseMain = main
    environment.wrap(
      MainKey.self,
      as: HandlingScheduler(base: main, reporter: reporter, turns: AccountTurns(session, storage)).eraseToAnyScheduler()
    )
    return environment
  }
}
