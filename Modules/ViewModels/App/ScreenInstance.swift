public import JSON
public import Streams

/// An open screen and its view model.
///
///     let balance = app.open(.balance)
///     balance.model.eventSubject.send(.refreshButtonWasTapped)
public final class ScreenInstance<Model: ViewModel>: AnyScreenInstance {
  /// The view model.
  public let model: Model

  init(_ screen: Screen<Model>, _ model: Model, in app: AppCore) {
    self.model = model
    super.init(screen, model, in: app)
  }
}

/// An open screen, for fronts that exchange JSON with it.
///
/// The revision counts the distinct states from 1. A front that reads `snapshot` and subscribes to `updates` without an
/// `await` in between misses no state.
@preconcurrency @MainActor public class AnyScreenInstance {
  /// The screen's name.
  public let name: String
  /// The current state.
  public private(set) var snapshot: Snapshot
  /// Every snapshot that follows `snapshot`. Completes when the instance is closed.
  public var updates: AnyPublisher<Snapshot, Never> { updateSubject.eraseToAnyPublisher() }
  /// Whether the screen has a request in flight.
  public private(set) var isBusy = false
  /// Whether the instance was closed. A closed instance ignores events and publishes no updates. Its snapshot still
  /// follows the view model, so a value that has to be hidden is hidden there as well.
  public private(set) var isClosed = false

  /// A state with its revision.
  public struct Snapshot: Sendable {
    /// Increases with each snapshot.
    public let revision: Int
    /// The state of the screen.
    public let state: any ScreenState
  }

  /// The view model, for code that does not know its type; `nil` after its release.
  public private(set) weak var anyModel: AnyObject?

  private let updateSubject = PassthroughSubject<Snapshot, Never>()
  private let appear: () -> Void
  private let read: (JSONText) throws(InputError) -> () -> Void
  private var cancellable: AnyCancellable?
  private var eventCancellable: AnyCancellable?
  private weak var app: AppCore?

  fileprivate init<Model>(_ screen: Screen<Model>, _ model: Model, in app: AppCore) {
    name = screen.name
    anyModel = model
    snapshot = Snapshot(revision: 0, state: model.state)
    self.app = app
    appear = { if let event = screen.appearance { model.eventSubject.send(event) } }
    read = { json throws(InputError) in
      let event = try Model.Event(json)
      return { model.eventSubject.send(event) }
    }
    if let onAction = app.onAction {
      eventCancellable = model.eventSubject.sink { [unowned self] in
        if !isClosed { onAction(.event($0, self)) }
      }
    }
    // NB: the property still holds the old state while the new one is published, so the published value counts. The
    // first value arrives at once and becomes the snapshot of revision 1.
    // Unowned, because the instance owns the subscription; a weak reference would slow down each reference count.
    cancellable = model.statePublisher.removeDuplicates()
      .sink { [unowned self] in update($0) }
  }

  /// Reports to the screen that it appeared. A front calls it after it has shown the first snapshot.
  public func viewDidAppear() {
    if !isClosed { appear() }
  }

  /// Applies an event, `{"type":…}`. When the call returns, `snapshot` reflects the event, unless a subscriber of
  /// `updates` sent it: put `receive(on: DispatchQueue.main)` before that subscriber.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value. No event
  ///   is applied in that case.
  public func send(_ event: JSONText) throws(InputError) {
    if !isClosed { try read(event)() }
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `InputError` that ``send(_:)`` would throw.
  public func check(_ event: JSONText) throws(InputError) {
    if !isClosed { _ = try read(event) }
  }

  /// Closes the instance. Its requests in flight are cancelled as soon as the front has released the view model, too.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    isBusy = false
    updateSubject.send(completion: .finished)
    app?.remove(self)
  }

  private func update(_ state: some ScreenState) {
    snapshot = Snapshot(revision: snapshot.revision + 1, state: state)
    guard !isClosed else { return }
    isBusy = state.isBusy
    updateSubject.send(snapshot)
    app?.updateBusy()
  }
}
