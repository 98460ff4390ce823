import Foundation
public import Screens
import Words

/// A view of any screen, made from its description alone.
///
/// - A field of the state is a label with its name in words (at a prompt, with the field's label if it has one); a value with members has a line for each; an array is a ``List``.
/// - An event with one value is a control: a text field (a secure one for a secret), a switch, a choice, a number or a date. It
///   shows the field of the state that the event is about: the one that it names or, for `titleChanged`, the field `title`.
/// - An event without a value is a button, and `tap refresh` sends `refreshButtonWasTapped`. The text that the event is
///   disabled by disables it and says why.
/// - An event that names a row is a button of each row: `tap lend 3`.
/// - Any other event is a button that takes its values: `tap review rating=5 text=so good`. At a prompt, the user is asked for
///   those that are left out.
///
/// - A part has its fields and controls among those of its owner, with its name before theirs: `type filterText Emma`. A list of
///   parts is a list whose rows have the buttons of the parts: `tap messageRetry 3`.
///
/// The appearance of the screen is sent by the front and has no button. A private value is what the snapshot
/// shows of it. An event that the screen refuses makes the command fail with the reason.
///
///     let front = app.attach(.prompt)
///     let view = DescribedView(try front.open("shelf"), AnyScreen(.shelf))
@MainActor public final class DescribedView: ScreenView {
  public let canvas: Canvas

  private var updaters: [(any ScreenState, Words) -> Void] = []
  private var state: any ScreenState
  private var cancellable: AnyCancellable?

  /// A view of an open screen.
  ///
  /// - Parameters:
  ///   - shown: the open screen, as the front sees it.
  ///   - screen: its description; without it, there are labels and lists alone.
  ///   - timeZone: the time zone in which dates are shown and days begin.
  ///   - now: the clock by which a moment was "3 minutes ago".
  public init(
    _ shown: AnyScreenInstance, _ screen: AnyScreen?, timeZone: TimeZone = .gmt,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    state = shown.snapshot.state
    var builder = DescribedElements(
      StateField.all(of: state), screen?.events,
      clock: DateClock(timeZone: timeZone, now: now) { [weak shown] in
        MainActor.assumeIsolated { shown?.snapshot.hidden.isEmpty == false }
      },
      hasAppeared: { [weak shown] in shown?.hasAppeared != false },
      send: { [weak shown] event in try shown?.send(JSONText(scanning: event)) })
    builder.build()
    let activity = ActivityIndicator()
    canvas = Canvas(
      builder.information + [activity] + builder.controls, labels: builder.labels, sections: builder.sections)
    updaters = builder.updaters + [{ state, _ in activity.isAnimating = state.isBusy || builder.isActive(state) }]
    show(state)
    canvas.onLanguage = { [weak self] in if let self { show(state) } }
    cancellable = shown.updates.sink { [weak self] in self?.show($0.state) }
  }

  /// A view of an open screen, by the clock of its app.
  convenience init(_ shown: AnyScreenInstance, _ screen: AnyScreen?, of core: AppCore) {
    self.init(shown, screen, timeZone: core.environment.timeZone, now: core.environment.now)
  }

  /// The screen has appeared, which need not change its state.
  func didAppear() { show(state) }

  private func show(_ state: any ScreenState) {
    self.state = state
    for update in updaters { update(state, canvas.words) }
    canvas.display()
  }
}
