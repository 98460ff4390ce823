public import Observation
public import Streams

/// An open screen and its view model.
///
///     let shelf = app.open(.shelf)
///     shelf.model.eventSubject.send(.sortButtonWasTapped)
///     print(shelf.state.title)
///
/// It is `Observable`, so a view that reads ``state`` needs no adapter:
///
///     struct ShelfView: View {
///       let shelf: ScreenInstance<ShelfViewModel>
///       var body: some View { Text(shelf.state.title) }
///     }
public final class ScreenInstance<Model: ViewModel>: AnyScreenInstance, Observable {
  /// The view model. Its own state may have private values while the application does not have the user's attention.
  public let model: Model

  private let delivery: Delivery
  private let registrar = ObservationRegistrar()
  // NB: made once, because a key path of a generic type is made by a search at run time.
  private let statePath: KeyPath<ScreenInstance, Model.State> = \.state
  private let hasPrivateFields: Bool
  private var shown: Model.State
  /// Whether `state` was ever read, so that something may track it.
  private var isObserved = false
  private var cancellables: [AnyCancellable] = []

  init(_ screen: Screen<Model>, _ model: Model, _ context: ScreenContext, in app: AppCore) {
    self.model = model
    shown = model.state
    hasPrivateFields = Model.State.fields.hasPrivateFields
    let delivery = Delivery(model, app)
    self.delivery = delivery
    super.init(
      screen.name, model, model.state, context, in: app,
      Actions(
        appear: { if let event = screen.appearance { delivery.deliver(event) } },
        read: { json throws(InputError) in
          let event = try Model.Event(json)
          return ReadEvent(refusal: { model.refusal(of: event) }, apply: { delivery.deliver(event) })
        },
        mayBeLeft: { model.mayBeLeft() }))
    delivery.instance = self
    #if DEBUG
      // A state may have no sample for `check(_:)`; the first one that is shown is as good.
      let mistakes = DescriptionCheck.mistakes(in: model.state)
      precondition(mistakes.isEmpty, mistakes.map { "\n  " + $0.description }.joined())
      model.eventSubject
        .sink { event in
          precondition(
            event.isDescribed, "\(Model.Event.self): no case describes the event \(EventShape.name(of: event)).")
        }
        .store(in: &cancellables)
    #endif
    if let onAction = app.onAction {
      model.eventSubject
        .sink { [unowned self] event in
          guard delivery.isNew(event), !isClosed || wasClosedByApp else { return }
          onAction(.event(event, self))
        }
        .store(in: &cancellables)
    }
    // NB: the property still holds the old state while the new one is published, so the published value counts. The
    // first value arrives at once and becomes the snapshot of revision 1.
    // Unowned, because the instance owns the subscription; a weak reference would slow down each reference count.
    model.statePublisher
      .sink { [unowned self] in show($0) }
      .store(in: &cancellables)
    guard hasPrivateFields else { return }
    // NB: after the view model's own subscription, so what it makes of the event is one update with this.
    app.environment.application.dropFirst()
      .sink { [unowned self, model] _ in show(model.state) }
      .store(in: &cancellables)
  }

  /// What is shown: the state of the view model, whose private properties are placeholders while the application does not
  /// have the user's attention. Reading it is tracked.
  public var state: Model.State {
    isObserved = true
    registrar.access(self, keyPath: statePath)
    return shown
  }

  /// What is shown, and every later ``state``. Completes when the instance is closed.
  public var statePublisher: AnyPublisher<Model.State, Never> {
    updates.compactMap { $0.state as? Model.State }.prepend(shown).eraseToAnyPublisher()
  }

  /// Applies an event, as ``AnyScreenInstance/send(_:)`` does with one in JSON.
  ///
  /// - Throws: `EventError.refused` if the state does not allow it. It is not applied in that case.
  public func send(_ event: Model.Event) throws(EventError) {
    guard !isClosing else { return }
    if let reason = model.refusal(of: event) { throw .refused(reason: reason) }
    delivery.deliver(event)
  }

  /// Delivers events to the view model, and reports them before what comes of them.
  @MainActor private final class Delivery {
    // Unowned, because the instance owns the delivery.
    unowned var instance: ScreenInstance?
    private let model: Model
    private weak var app: AppCore?
    /// The events that are reported, and that the last subscriber has not received yet.
    private var reported: [Model.Event] = []

    init(_ model: Model, _ app: AppCore) {
      self.model = model
      self.app = app
    }

    func deliver(_ event: Model.Event) {
      guard let instance, let onAction = app?.onAction else { return model.eventSubject.send(event) }
      let wasDelivering = instance.isDelivering
      instance.isDelivering = true
      onAction(.event(event, instance))
      reported.append(event)
      model.eventSubject.send(event)
      instance.isDelivering = wasDelivering
    }

    /// Whether an event that the view model has handled is not reported yet.
    func isNew(_ event: Model.Event) -> Bool {
      guard let index = reported.firstIndex(of: event) else { return true }
      reported.remove(at: index)
      return false
    }
  }

  private func show(_ state: Model.State) {
    let state = hasPrivateFields && !isActive ? state.hidingPrivateFields : state
    guard state != shown || snapshot.revision == 0 else { return }
    // NB: the registrar looks the key path up, which costs as much as all the rest.
    if isObserved { registrar.withMutation(of: self, keyPath: statePath) { shown = state } } else { shown = state }
    publish(state)
  }
}
