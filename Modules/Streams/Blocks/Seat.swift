import Synchronization

/// One subscriber's place in a roster, and its subscription.
///
/// A value that finds no demand passes it by. A subject that remembers its value uses ``RememberingSeat``.
@usableFromInline class Seat: Subscription, Named, @unchecked Sendable {
  // NB: Sendable because `index` and `seen` belong to the gate, `late` to whoever changed `phase`, and the rest is atomic or
  // constant.
  @usableFromInline final let port: RawPort
  @usableFromInline final let roster: Roster
  @usableFromInline final let name: StaticString
  @usableFromInline final let credit = Credit()
  private let needsDemand: Bool
  /// The newest version that this seat has seen.
  @usableFromInline @exclusivity(unchecked) final var seen = -1
  @exclusivity(unchecked) final var index = -1

  private let phase = Atomic<UInt8>(Seat.introducing)
  @exclusivity(unchecked) private var late: ((RawPort) -> Void)?

  static let introducing: UInt8 = 0
  static let introduced: UInt8 = 1
  static let endedEarly: UInt8 = 2

  /// Makes a seat.
  ///
  /// - Parameters:
  ///   - port: The subscriber.
  ///   - roster: The subscribers that it belongs to.
  ///   - name: How the subscription describes itself.
  ///   - needsDemand: Whether a request for no values is a programming error; elsewhere it does nothing.
  @usableFromInline init(_ port: RawPort, roster: Roster, name: StaticString, needsDemand: Bool = true) {
    self.port = port
    self.needsDemand = needsDemand
    self.roster = roster
    self.name = name
  }

  /// Takes the seat: the subscriber gets its subscription, and whatever comes meanwhile comes after it.
  @usableFromInline final func introduce() {
    roster.join(self)
    port.receive(subscription: self)
    guard !move(from: Seat.introducing, to: Seat.introduced) else { return }
    let late = late.take()
    if move(from: Seat.endedEarly, to: Seat.introduced) { late?(port) }
  }

  /// The subscriber has cancelled: an end that it has not been told of is kept from it.
  final func forgetEnd() { _ = move(from: Seat.endedEarly, to: Seat.introduced) }

  private func move(from old: UInt8, to new: UInt8) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  @usableFromInline final var isGone: Bool { credit.isClosed }

  /// Hands the value of a version on if somebody asked for it. Only inside the roster's gate.
  @inlinable @inline(__always) final func offer(_ value: UnsafeRawPointer, version: Int) {
    if credit.isUnlimited, seen < version {
      _ = port.value(value)
    } else {
      offerBooked(value)
    }
  }

  /// Hands the value on where demand has to be counted.
  @usableFromInline func offerBooked(_ value: UnsafeRawPointer) {
    if credit.hasAny { credit.settle(port.value(value)) }
  }

  /// The subject is gone. Inside the gate.
  func abandon() { port.signal(.abandoned) }

  /// It hears of what goes round from here on, unless it has been given up. Called inside the gate.
  func settle() {}

  /// Called inside the gate when the seat has been added.
  func didJoin() {}

  /// Ends the subscription. Only inside the gate.
  func finish(_ ending: @escaping (RawPort) -> Void) {
    guard credit.close() else { return }
    end(ending)
  }

  /// Tells the subscriber of the end, at once or when it has been introduced.
  final func end(_ ending: @escaping (RawPort) -> Void) {
    if phase.load(ordering: .acquiring) == Seat.introducing {
      late = ending
      if move(from: Seat.introducing, to: Seat.endedEarly) { return }
      late = nil
    }
    ending(port)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: needsDemand) else { return }
    credit.grant(demand)
    roster.wantValues()
  }

  @usableFromInline func cancel() {
    guard credit.close() else { return forgetEnd() }
    roster.leave(self)
  }

  @usableFromInline final var description: String { name.description }
}
