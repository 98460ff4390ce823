import Dispatch
import Foundation
import Streams
import StreamsExtras

/// Watches for a change of the calendar day, so that a text with "Today" is written again.
///
/// It reads the clock at the expected end of the day, when the application becomes active, and every five minutes: a
/// scheduler's time stops while the machine sleeps, and a clock can be set.
final class DayTimer {
  private static let longestWait: TimeInterval = 300
  /// Without it, a clock that stands still just before midnight would be read in a busy loop.
  private static let shortestWait: TimeInterval = 1

  private let timeZone: TimeZone
  private let now: @Sendable () -> Date
  private let main: AnySchedulerOf<DispatchQueue>
  private let publish: () -> Void
  private var today: Int
  private var timer: AnyCancellable?

  private init(
    _ timeZone: TimeZone, _ now: @escaping @Sendable () -> Date, _ main: AnySchedulerOf<DispatchQueue>,
    publish: @escaping () -> Void
  ) {
    self.timeZone = timeZone
    self.now = now
    self.main = main
    self.publish = publish
    today = LocalTime(of: now(), in: timeZone).dayNumber
  }

  /// Publishes on the main scheduler each time the day has changed. All subscribers share one timer.
  static func changes(_ environment: AppEnvironment) -> AnyPublisher<Void, Never> {
    // NB: read here, so that the environment makes another timer when one of them changes.
    let timeZone = environment.calendar.timeZone
    let now = environment.now
    let main = environment.main
    let application = environment.application
    return AnyPublisher.create { input in
      let timer = DayTimer(timeZone, now, main) { input.send(()) }
      // NB: at `willResignActive`, a screen that has not hidden its value yet would publish it again.
      return application.filter { $0 == .didBecomeActive }
        .map { _ in }
        .prepend(())
        .sink { timer.check() }
    }
    .share()
    .eraseToAnyPublisher()
  }

  /// Publishes if the day has changed, and sets the timer again.
  private func check() {
    let date = now()
    let today = LocalTime(of: date, in: timeZone).dayNumber
    let wait = min(max(endOfDay(date, today).timeIntervalSince(date), Self.shortestWait), Self.longestWait)
    timer = main.timer(after: .seconds(wait)) { [weak self] in self?.check() }
    guard today != self.today else { return }
    self.today = today
    publish()
  }

  /// When the day ends, or the clocks change before, which may begin another day, or the day before again.
  private func endOfDay(_ date: Date, _ today: Int) -> Date {
    let midnight = Double(today + 1) * 86_400 - Double(timeZone.secondsFromGMT(for: date))
    let change = timeZone.nextDaylightSavingTimeTransition(after: date) ?? .distantFuture
    return min(Date(timeIntervalSince1970: midnight), change)
  }
}
