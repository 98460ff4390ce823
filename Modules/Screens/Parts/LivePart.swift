import Streams

/// The view model of a part, and what connects it with its owner until the part ends.
@MainActor final class LivePart<Model: ViewModel> where Model.Events == EventSubject<Model.Event> {
  let model: Model
  private let navigation: PartNavigation
  private let pendingWork: PendingWork
  private let ownersWork: PendingWork
  /// The owner's pending work while the part is busy by its pending work, or by its state.
  private var pending: AnyCancellable?
  private var busy: AnyCancellable?
  private var states: AnyCancellable?
  private let lifetime: Lifetime
  /// The end of the owner, with which the part ends, too.
  private var ownersEnd: AnyCancellable?

  /// Makes a view model.
  ///
  /// - Parameters:
  ///   - environment: The environment of the owner.
  ///   - send: Sends an event of the part to the owner.
  init(
    in environment: AppEnvironment, make: (AppEnvironment) -> Model, send: @escaping @MainActor (Model.Event) -> Void
  ) {
    ownersWork = environment.pendingWork
    navigation = PartNavigation(environment.navigator)
    pendingWork = PendingWork()
    let lifetime = Lifetime(environment.session, owner: environment.lifetime)
    self.lifetime = lifetime
    ownersEnd = environment.lifetime?.end
      .sink(receiveCompletion: { [lifetime] _ in lifetime.finish() }, receiveValue: {})
    model = make(
      environment.ofScreen(Navigator(navigation, outcome: Model.Outcome.self), pendingWork, lifetime))
    pendingWork.onChange = { [weak self] in self?.pendingWorkChanged() }
    pendingWorkChanged()
    model.eventSubject.setPerformer { event in
      send(event)
      return true
    }
  }

  /// Follows the states, of which the first one comes at once, and ends a part that was closed while its view model was made.
  ///
  /// - Parameters:
  ///   - show: Receives each state.
  ///   - onClose: Receives the outcome when the view model closes the part.
  func start(show: @escaping (Model.State) -> Void, onClose: @escaping (Model.Outcome?) -> Void) {
    states = model.statePublisher.sink { [weak self] state in
      self?.stateChanged(state)
      show(state)
    }
    navigation.start { onClose($0 as? Model.Outcome) }
  }

  /// Lets the view model handle an event.
  func deliver(_ event: Model.Event) {
    assert(event.isDescribed, "\(Model.Event.self): no case describes the event \(EventShape.name(of: event)).")
    // The owner may remove the part meanwhile.
    withExtendedLifetime(self) { model.eventSubject.deliver(event) }
  }

  /// Why the part does not take an event, as a text for people; `nil` if it does.
  func refusal(of event: Model.Event) -> Refusal? {
    model.eventSubject.refusalOfPart(event) ?? model.refusalOfState(event)
  }

  /// Whether the part may be left.
  var canBeLeft: Bool { model.eventSubject.partsCanBeLeft && model.canLeave() }

  /// The part ends: what it still does reaches nothing.
  func end() {
    model.eventSubject.setPerformer(nil)
    navigation.end()
    lifetime.finish()
    ownersEnd = nil
    pendingWork.onChange = nil
    states = nil
    pending = nil
    busy = nil
  }

  private func stateChanged(_ state: Model.State) {
    if state.isBusy != (busy != nil) { busy = state.isBusy ? ownersWork.begin() : nil }
  }

  private func pendingWorkChanged() {
    if pendingWork.isPending != (pending != nil) { pending = pendingWork.isPending ? ownersWork.begin() : nil }
  }
}

/// How the events of an owner lead to one of its parts.
@MainActor struct PartEvents<Owner: ScreenEvent, PartEvent: ScreenEvent> {
  private let described: EventCase<Owner>

  /// - Parameter sample: An event of the owner that is one of the part's.
  /// - Precondition: A case of the owner's events describes it by `EventCase(part:…)`.
  init(_ sample: Owner) {
    guard let described = Owner.cases.first(where: { $0.parts.part != nil && $0.matches(sample) }) else {
      preconditionFailure(
        "\(Owner.self): no EventCase(part:) describes the event \(EventShape.name(of: sample)), which is one of a part."
      )
    }
    self.described = described
  }

  /// The event of the part, and in a list the part's identity; `nil` for another event.
  func event(in event: Owner) -> (identity: Any?, event: PartEvent)? {
    guard let (identity, event) = described.parts.part?.event(event), let event = event as? PartEvent else {
      return nil
    }
    return (identity, event)
  }
}
