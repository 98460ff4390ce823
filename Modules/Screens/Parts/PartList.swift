import Descriptions
public import Streams
import StreamsExtras
import Words

/// A list of parts with identities, such as the messages of a chat, each with its own retry; see ``Part``.
///
/// The parameters of a part are its row. Until its first event, the state of a part is a pure function of that row, and it has no view
/// model: 10,000 parts cost what 10,000 rows cost. The first event that it accepts makes its view model, and so does
/// ``model(_:)``. What a front shows makes none, so that a replay makes the same.
///
/// ```swift
/// @MainActor func items(
///   of events: EventSubject<BasketEvent>, in environment: AppEnvironment
/// ) -> PartList<BasketItemViewModel> {
///   let items = PartList(
///     of: events, as: BasketEvent.item, in: environment, state: BasketItemState.init, make: BasketItemViewModel.init)
///   items.update([BasketItem(id: 1, name: "Tea")])
///   return items
/// }
/// ```
///
/// A part that is removed ends: its work is cancelled, what it still waits for reaches nothing, and an event for it is refused. A row
/// that comes with the same identity later is a part of its own.
@preconcurrency @MainActor public final class PartList<Model: ViewModel>
where
  Model.Events == EventSubject<Model.Event>, Model.State: ListRow, Model.Parameters: Identifiable,
  Model.Parameters.ID == Model.State.ID
{
  /// The identity of a part.
  public typealias ID = Model.State.ID

  /// The rows of the parts, which are their parameters.
  public private(set) var rows: [Model.Parameters] = []
  /// The states of the parts, in the order of their rows.
  @Published public private(set) var states: [Model.State] = []
  /// The current states and every later ones, just before the property changes.
  public var statesPublisher: Published<[Model.State]>.Publisher { $states }

  /// A part with a view model.
  private struct Made {
    let live: LivePart<Model>
    /// How many view models were made before it.
    let number: Int
  }

  private var made: [ExactIdentity<ID>: Made] = [:]
  private var madeCountEver = 0
  private let closed = PartOutcomes<(id: ID, outcome: Model.Outcome?)>()
  private let environment: AppEnvironment
  private let derive: (Model.Parameters, AppEnvironment) -> Model.State
  private let refuse: (Model.Event, Model.State) -> String?
  private let updateModel: (Model, Model.Parameters) -> Void
  private let make: (Model.Parameters, AppEnvironment) -> Model
  private let sendToOwner: @MainActor (ID, Model.Event) -> Void
  private var cancellable: AnyCancellable?

  /// A list without parts.
  ///
  /// - Parameters:
  ///   - owner: The owner's events.
  ///   - event: The case of the owner's events that `EventCase` describes with `part:`.
  ///   - environment: The owner's environment.
  ///   - state: The state of a part that has no view model: what the view model of this row begins with. It is derived again when what
  ///     the environment shows has changed (``AppEnvironment/presentationChanges``).
  ///   - refusal: Why the state of a part that has no view model does not allow an event, beside the event's description: what the
  ///     view model's ``ViewModel/refusal(of:)`` would say.
  ///   - update: Receives a view model whose row has changed, and the new row.
  ///   - make: Makes the view model of a row, in the environment of the part.
  public init<Owner: ScreenEvent>(
    of owner: EventSubject<Owner>, as event: @escaping (ID, Model.Event) -> Owner,
    in environment: AppEnvironment, state: @escaping (Model.Parameters, AppEnvironment) -> Model.State,
    refusal: @escaping (Model.Event, Model.State) -> String? = { _, _ in nil },
    update: @escaping (Model, Model.Parameters) -> Void = { _, _ in },
    make: @escaping (Model.Parameters, AppEnvironment) -> Model
  ) {
    self.environment = environment
    derive = state
    refuse = refusal
    updateModel = update
    self.make = make
    sendToOwner = { owner.send(event($0, $1)) }
    let events = PartEvents<Owner, Model.Event>(event(ID.example, .sample))
    owner.add(
      PartRoute { [weak self] in
        guard let (id, event) = events.event(in: $0), let id = id as? ID else { return nil }
        return self?.refusal(of: event, for: id)
      } deliver: { [weak self] in
        guard let (id, event) = events.event(in: $0), let id = id as? ID else { return true }
        guard let live = self?.live(id) else { return false }
        live.deliver(event)
        return true
      } canLeave: { [weak self] in
        self?.canBeLeft ?? true
      })
    cancellable = environment.presentationChanges.sink { [weak self] in
      MainActor.assumeIsolated { self?.deriveStates() }
    }
  }

  deinit {
    let parts = made.values.map(\.live)
    onMain { for live in parts { live.end() } }
  }

  /// Publishes the identity and the outcome of each part that its view model has closed by its navigator; `nil` if without one. It is
  /// not in the list any more.
  public var outcomes: AnyPublisher<(id: ID, outcome: Model.Outcome?), Never> { closed.publisher }

  // MARK: - Rows

  /// Changes the rows. A part whose identity stays is the same part; one whose identity is missing ends.
  ///
  /// - Parameter rows: The rows, each with an identity of its own.
  public func update(_ rows: [Model.Parameters]) {
    assert(
      Set(rows.map { ExactIdentity($0.id) }).count == rows.count,
      "Two rows of a PartList of \(Model.self) have one identity.")
    guard !self.rows.isEmpty else {
      self.rows = rows
      states = rows.map { derive($0, environment) }
      return
    }
    let old = (rows: self.rows, states: states)
    var states: [Model.State] = []
    states.reserveCapacity(rows.count)
    var changed: [(live: LivePart<Model>, row: Model.Parameters)] = []
    let matches = RowMatches(old.rows.map(\.id), rows.map(\.id))
    for (index, row) in rows.enumerated() {
      guard let source = matches.sources[index] else {
        states.append(derive(row, environment))
        continue
      }
      let isSame = old.rows[source] == row
      if isSame {
        states.append(old.states[source])
      } else if let live = made[ExactIdentity(row.id)]?.live {
        states.append(old.states[source])
        changed.append((live, row))
      } else {
        states.append(derive(row, environment))
      }
    }
    let removed = matches.removed.compactMap { made.removeValue(forKey: ExactIdentity(old.rows[$0].id)) }
    self.rows = rows
    self.states = states
    for part in removed { part.live.end() }
    for (live, row) in changed { updateModel(live.model, row) }
  }

  /// Adds a row behind the others.
  public func append(_ row: Model.Parameters) { insert(row, at: rows.count) }

  /// Adds a row.
  public func insert(_ row: Model.Parameters, at index: Int) {
    assert(self.index(of: row.id) == nil, "Two rows of a PartList of \(Model.self) have one identity.")
    rows.insert(row, at: index)
    states.insert(derive(row, environment), at: index)
  }

  /// Removes a row, and ends its part. The work of the part is cancelled.
  ///
  /// - Returns: Whether it was there.
  @discardableResult public func remove(_ id: ID) -> Bool {
    guard let index = index(of: id) else { return false }
    let part = made.removeValue(forKey: ExactIdentity(id))
    rows.remove(at: index)
    states.remove(at: index)
    part?.live.end()
    return true
  }

  /// Removes all rows, and ends their parts.
  public func removeAll() { update([]) }

  // MARK: - Parts

  /// Sends an event to a part, as an event of the owner. While the owner handles an event, it follows. The part's view model is made
  /// if it has none, and accepts the event.
  public func send(_ event: Model.Event, to id: ID) { sendToOwner(id, event) }

  /// The view model of a part, which is made if the part has none; `nil` if the part is not in the list. It is for the owner: what a
  /// front does beside events is not repeated by a replay.
  public func model(_ id: ID) -> Model? { live(id)?.model }

  /// The view model of a part; `nil` if the part has none, or is not in the list.
  public func madeModel(_ id: ID) -> Model? { made[ExactIdentity(id)]?.live.model }

  private func live(_ id: ID) -> LivePart<Model>? {
    let identity = ExactIdentity(id)
    if let live = made[identity]?.live { return live }
    guard let index = index(of: id) else { return nil }
    let row = rows[index]
    let live = LivePart(in: environment) { [make] in
      make(row, $0)
    } send: { [sendToOwner] in
      sendToOwner(id, $0)
    }
    made[identity] = Made(live: live, number: madeCountEver)
    madeCountEver += 1
    live.start { [weak self] in
      self?.show($0, of: id)
    } onClose: { [weak self] in
      self?.close(id, $0)
    }
    // It may have been closed while it was made.
    return made[identity]?.live
  }

  private func show(_ state: Model.State, of id: ID) {
    assert(ExactIdentity(state.id) == ExactIdentity(id), "The state of a part in a list keeps its identity.")
    guard let index = index(of: id), states[index] != state else { return }
    states[index] = state
  }

  private func close(_ id: ID, _ outcome: Model.Outcome?) {
    if remove(id) { closed.send((id, outcome)) }
  }

  private func refusal(of event: Model.Event, for id: ID) -> Refusal? {
    if let live = made[ExactIdentity(id)]?.live { return live.refusal(of: event) }
    guard let index = index(of: id) else {
      return Refusal(.missingRow, Words.text("This row is no longer in the list."))
    }
    let state = states[index]
    return event.described(in: state) ?? refuse(event, state).map { Refusal(.refused, said: $0) }
  }

  // NB: in the order in which they were made. A part that may not be left shows its question, so the order must not differ.
  private var canBeLeft: Bool {
    made.values.sorted { $0.number < $1.number }.allSatisfy(\.live.canBeLeft)
  }

  private func index(of id: ID) -> Int? { states.index(ofRow: id) }

  /// Derives the states of the parts without a view model again.
  private func deriveStates() {
    let derived = zip(rows, states).map { row, state in
      made[ExactIdentity(row.id)] == nil ? derive(row, environment) : state
    }
    if derived != states { states = derived }
  }
}
