public import Streams

/// A screen that is open: its view model for a front that knows it, and bytes of JSON for one that does not.
///
/// The revision counts the states that were different from the one before, from 1 on. Whoever reads `snapshot` and
/// subscribes to `updates` without an `await` between the two misses nothing.
@MainActor public final class OpenScreen {
  /// The screen's name.
  public let name: String
  /// The view model. A front that has a view for it casts: `if let model = screen.viewModel as? BalanceViewModel`.
  public let viewModel: any ViewModel
  /// The state of the moment.
  public private(set) var snapshot: Snapshot
  /// Every snapshot that follows `snapshot`.
  public var updates: AnyPublisher<Snapshot, Never> { updateSubject.eraseToAnyPublisher() }
  /// Whether the screen waits for something.
  public private(set) var isBusy = false
  /// Whether the screen was closed. It takes no events after that and tells of no change. Whoever still holds it reads
  /// the view model's state of the moment: what has to be hidden is hidden there as well.
  public private(set) var isClosed = false

  /// A state with its revision.
  public struct Snapshot: Sendable {
    /// Strictly increasing from one snapshot to the next.
    public let revision: Int
    /// What the front may show.
    public let state: any ScreenState

    /// The state as one line of JSON, keys sorted.
    public func json() throws -> [UInt8] {
      try JSONCoding.encode(state)
    }
  }

  private let updateSubject = PassthroughSubject<Snapshot, Never>()
  private let appear: () -> Void
  private let encode: () throws -> [UInt8]
  private let receive: ([UInt8]) throws(InputError) -> Void
  private let read: ([UInt8]) throws(InputError) -> Void
  private var cancellable: AnyCancellable?
  private weak var app: App?

  init<S: Screen>(_ screen: S.Type, _ model: S.Model, in app: App) {
    name = S.name
    viewModel = model
    snapshot = Snapshot(revision: 0, state: model.state)
    self.app = app
    appear = { if let event = S.appearance { model.eventSubject.send(event) } }
    let writer = StateWriter(model.state)
    encode = writer.json
    receive = { bytes throws(InputError) in
      model.eventSubject.send(try JSONCoding.decode(S.Model.Event.self, from: bytes))
    }
    read = { bytes throws(InputError) in _ = try JSONCoding.decode(S.Model.Event.self, from: bytes) }
    // NB: the property still reads the old state while the new one is published, so the value of the closure counts.
    // The first one comes at once, and makes the snapshot of revision 1.
    // NB: unowned because the subscription is the screen's own; a weak reference would make each count of the screen's
    // references a slow one.
    cancellable = model.statePublisher.removeDuplicates()
      .sink { [unowned self] in
        writer.state = $0
        show($0)
      }
  }

  /// The state of the snapshot as one line of JSON, keys sorted; what has not changed since the last call is not encoded
  /// again.
  public func json() throws -> [UInt8] { try encode() }

  /// Tells the screen that it appeared on screen. A front calls it after it has shown the first snapshot.
  public func viewDidAppear() {
    if !isClosed { appear() }
  }

  /// Applies an event, `{"type":…}`; when this returns, `snapshot` tells what came of it.
  ///
  /// - Throws: an `InputError` that names a place and what was expected there, never a value; nothing happened then.
  public func send(_ event: some Sequence<UInt8>) throws(InputError) {
    if !isClosed { try receive([UInt8](event)) }
  }

  /// Checks an event, `{"type":…}`, without applying it.
  ///
  /// - Throws: the `InputError` that ``send(_:)`` would throw.
  public func check(_ event: some Sequence<UInt8>) throws(InputError) {
    if !isClosed { try read([UInt8](event)) }
  }

  /// Closes the screen: what it waits for is cancelled, once the front has let go of the view model as well.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    isBusy = false
    updateSubject.send(completion: .finished)
    app?.forget(self)
  }

  private func show(_ state: some ScreenState) {
    snapshot = Snapshot(revision: snapshot.revision + 1, state: state)
    guard !isClosed else { return }
    isBusy = state.isBusy
    updateSubject.send(snapshot)
    app?.busyMayHaveChanged()
  }
}
