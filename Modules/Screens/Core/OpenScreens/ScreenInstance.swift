public import Observation
public import Streams

/// An open screen as a front sees it, and its view model.
///
///     let shelf = app.open(.shelf)
///     shelf.eventSubject.send(.sortButtonWasTapped)
///     print(shelf.state.title)
///
/// Views are bound to it with publishers:
///
///     shelf.statePublisher.map(\.title).assign(to: \.text, on: label).store(in: &cancellables)
///     button.touchUpInsidePublisher.map { .sortButtonWasTapped }.subscribe(shelf.eventSubject).store(in: &cancellables)
///
/// It is `Observable`, so a view that reads ``state`` needs no adapter:
///
///     struct ShelfView: View {
///       let shelf: ScreenInstance<ShelfViewModel>
///       var body: some View { Text(shelf.state.title) }
///     }
public final class ScreenInstance<Model: ViewModel>: AnyScreenInstance, Observable {
  private let runner: ModelRunner<Model>
  /// What tracks ``state``, if it was ever read.
  // NB: the key path is made once, because that of a generic type is made by a search at run time.
  private lazy var tracking = (registrar: ObservationRegistrar(), path: \ScreenInstance.state)
  private var isTracked = false
  private var isChanging = false

  init(_ screen: RunningScreen, _ runner: ModelRunner<Model>, for front: AppFront, isOpening: Bool) {
    self.runner = runner
    super.init(screen, for: front, isOpening: isOpening)
  }

  /// The view model. Its own state has what is private.
  public var model: Model { runner.model }

  /// The current state, as this front may see it: the private properties are placeholders while the front hides them; for the host,
  /// while the application does not have the user's attention. Reading it is tracked.
  public var state: Model.State {
    isTracked = true
    tracking.registrar.access(self, keyPath: tracking.path)
    return runner.shown(hides: hides)
  }

  /// The current ``state`` and every later one. Completes when the front sees the screen no more.
  public var statePublisher: AnyPublisher<Model.State, Never> {
    updates.compactMap { $0.state as? Model.State }.prepend(runner.shown(hides: hides)).eraseToAnyPublisher()
  }

  /// Sends to the screen what views send here: see ``send(_:confirmed:)``. The reason of a refused event is reported to the front.
  /// Subscribers receive the events that the screen has accepted, from whichever front.
  public var eventSubject: EventSubject<Model.Event> {
    runner.events { [weak self] event in try? self?.send(event) }
  }

  /// Sends an event, as ``AnyScreenInstance/send(_:confirmed:)`` does with one in JSON. Where no front is attached, as in a unit
  /// test, an event with a question counts as confirmed.
  ///
  /// - Throws: an `EventError`, such as `.refused` if the state does not allow it. It is not applied in that case.
  public func send(_ event: Model.Event, confirmed: Bool = false) throws(EventError) {
    _ = try sendOrHold(event, confirmed: confirmed)
  }

  /// Sends an event, as ``send(_:confirmed:)`` does.
  ///
  /// - Returns: The id of the question that a person is asked first, if the event is held; `nil` if it was applied.
  public func sendOrHold(_ event: Model.Event, confirmed: Bool = false) throws(EventError) -> String? {
    isOpen && !screen.isClosing ? try runner.send(event, by: front, confirmed: confirmed, isTyped: true) : nil
  }

  override func willChange() {
    // NB: the registrar looks the key path up, which costs as much as all the rest.
    if isTracked { trackWillChange() }
  }

  override func didChange() {
    if isChanging { trackDidChange() }
  }

  // NB: on their own, because a function with a value of a generic tuple makes its type at run time, each time.
  @inline(never) private func trackWillChange() {
    isChanging = true
    tracking.registrar.willSet(self, keyPath: tracking.path)
  }

  @inline(never) private func trackDidChange() {
    isChanging = false
    tracking.registrar.didSet(self, keyPath: tracking.path)
  }
}
