public import JSON
public import Streams

/// An open screen, for fronts that exchange JSON with it.
///
/// The revision counts the distinct states from 1. A front that reads `snapshot` and subscribes to `updates` without an
/// `await` in between misses no state.
@preconcurrency @MainActor public class AnyScreenInstance {
  /// The screen's name.
  public let name: String
  /// The current state, as it is shown.
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
    /// What is shown of the screen: the view model's state, whose private properties are placeholders while the
    /// application does not have the user's attention.
    public let state: any ScreenState
  }

  /// The view model, for code that does not know its type; `nil` after its release.
  public private(set) weak var anyModel: AnyObject?

  private let updateSubject = PassthroughSubject<Snapshot, Never>()
  private let application: CurrentValueSubject<ApplicationEvent, Never>
  private let appear: () -> Void
  private let read: (JSONText) throws(InputError) -> () -> Void
  private weak var app: AppCore?

  init(
    _ name: String, _ model: AnyObject, _ state: any ScreenState, in app: AppCore, appear: @escaping () -> Void,
    read: @escaping (JSONText) throws(InputError) -> () -> Void
  ) {
    self.name = name
    anyModel = model
    snapshot = Snapshot(revision: 0, state: state)
    application = app.environment.application
    self.app = app
    self.appear = appear
    self.read = read
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

  /// Whether the application has the user's attention.
  var isActive: Bool { application.value == .didBecomeActive }

  /// Publishes a state that differs from the last one.
  func publish(_ state: some ScreenState) {
    snapshot = Snapshot(revision: snapshot.revision + 1, state: state)
    guard !isClosed else { return }
    isBusy = state.isBusy
    updateSubject.send(snapshot)
    app?.updateBusy()
  }
}
