public import Streams
import Words

/// A part that may be missing, such as a note while it is written; see ``Part``.
///
/// ```swift
/// @MainActor func write(_ note: OptionalPart<NoteViewModel>) {
///   note.open {
///     NoteViewModel($0)
///   } onClose: { outcome in
///     if let outcome { print(outcome.text) }
///   }
/// }
/// ```
///
/// It is there from ``open(_:onClose:)`` until its view model closes it by its navigator, its owner does, or this object is released. Then
/// its work is cancelled, and what it still waits for reaches nothing. An event for a part that is not there is refused.
@preconcurrency @MainActor public final class OptionalPart<Model: ViewModel>
where Model.Events == EventSubject<Model.Event> {
  /// The current state; `nil` while the part is missing.
  @Published public private(set) var state: Model.State?
  /// The current state and every later one, just before the property changes.
  public var statePublisher: Published<Model.State?>.Publisher { $state }

  private var live: LivePart<Model>?
  private var onClose: ((Model.Outcome?) -> Void)?
  private let environment: AppEnvironment
  private let sendToOwner: @MainActor (Model.Event) -> Void

  /// A part that is missing at first.
  ///
  /// - Parameters:
  ///   - owner: The owner's events.
  ///   - event: The case of the owner's events that `EventCase` describes with `part:`.
  ///   - environment: The owner's environment.
  public init<Owner: ScreenEvent>(
    of owner: EventSubject<Owner>, as event: @escaping (Model.Event) -> Owner, in environment: AppEnvironment
  ) {
    self.environment = environment
    sendToOwner = { owner.send(event($0)) }
    let events = PartEvents<Owner, Model.Event>(event(.sample))
    owner.add(
      PartRoute { [weak self] in
        guard let (_, event) = events.event(in: $0) else { return nil }
        guard let live = self?.live else {
          return Refusal(.missingPart, Words.text("This is not there at the moment."))
        }
        return live.refusal(of: event)
      } deliver: { [weak self] in
        guard let (_, event) = events.event(in: $0) else { return true }
        guard let live = self?.live else { return false }
        live.deliver(event)
        return true
      } canLeave: { [weak self] in
        self?.live?.canBeLeft ?? true
      })
  }

  deinit {
    let live = live
    onMain { live?.end() }
  }

  /// The view model; `nil` while the part is missing.
  public var model: Model? { live?.model }

  /// Makes the part, in place of the one that is there.
  ///
  /// - Parameters:
  ///   - make: Makes the view model, in the environment of the part.
  ///   - onClose: Runs once when the part was closed, with its outcome, or with `nil` if it was closed without one. It does not run
  ///     when the owner is released.
  public func open(
    _ make: @escaping (AppEnvironment) -> Model, onClose: @escaping (Model.Outcome?) -> Void = { _ in }
  ) {
    let outer = self.onClose
    self.live?.end()
    let live = LivePart(in: environment, make: make, send: sendToOwner)
    self.live = live
    self.onClose = onClose
    live.start { [weak self] in
      self?.state = $0
    } onClose: { [weak self] in
      self?.close($0)
    }
    outer?(nil)
  }

  /// Closes the part without an outcome. One that is missing stays so.
  public func close() { close(nil) }

  private func close(_ outcome: Model.Outcome?) {
    guard let live else { return }
    let handler = onClose
    live.end()
    self.live = nil
    onClose = nil
    state = nil
    handler?(outcome)
  }

  /// Sends an event to the part, as an event of the owner. While the owner handles an event, it follows.
  public func send(_ event: Model.Event) { sendToOwner(event) }
}
