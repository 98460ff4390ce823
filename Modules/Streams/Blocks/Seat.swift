import Synchronization

/// One subscriber's place in a roster, and its subscription.
///
/// A value that finds no demand passes it by. A subject that remembers its value uses ``RememberingSeat``.
@usableFromInline package class Seat: Subscription, Named, @unchecked Sendable {
  // NB: Sendable because `index`, `seen` and `subscriber` belong to the gate, `subject` to the one who closes `credit`, `late`
  // to the one who changed `phase`, and the rest is atomic or constant.
  @usableFromInline package final let port: RawPort
  @usableFromInline package final let roster: Roster
  @usableFromInline package final let name: StaticString
  @usableFromInline package final let credit = Credit()
  private let needsDemand: Bool
  /// The newest version that this seat has seen.
  @usableFromInline @exclusivity(unchecked) package final var seen = -1
  @exclusivity(unchecked) final var index = -1
  /// Keeps the subject alive until the end or the cancel.
  @exclusivity(unchecked) private final var subject: AnyObject?
  /// Keeps the subscriber alive until the end or the cancel.
  @exclusivity(unchecked) private final var subscriber: AnyObject?

  private let phase = Atomic<UInt8>(Seat.introducing)
  @exclusivity(unchecked) private var late: ((RawPort) -> Void)?

  static let introducing: UInt8 = 0
  static let introduced: UInt8 = 1
  static let endedEarly: UInt8 = 2

  /// Makes a seat.
  ///
  /// - Parameters:
  ///   - port: The subscriber.
  ///   - subject: What to keep alive until the end or the cancel.
  ///   - roster: The subscribers that it belongs to.
  ///   - name: How the subscription describes itself.
  ///   - needsDemand: Whether a request for no values is a programming error; elsewhere it does nothing.
  @usableFromInline package init(
    _ port: RawPort, of subject: AnyObject?, roster: Roster, name: StaticString, needsDemand: Bool = true
  ) {
    self.port = port.unretained
    self.subject = subject
    self.needsDemand = needsDemand
    subscriber = port.subscriber
    self.roster = roster
    self.name = name
  }

  /// Takes the seat: the subscriber gets its subscription, and whatever comes meanwhile comes after it.
  @usableFromInline package final func introduce() {
    // NB: kept here as well, because a cancel on another thread releases it.
    let subscriber = subscriber
    defer { withExtendedLifetime(subscriber) {} }
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

  @usableFromInline package final var isGone: Bool { credit.isClosed }

  /// Hands the value of a version on if somebody asked for it. Only inside the roster's gate.
  @inlinable @inline(__always) package final func offer(_ value: UnsafeRawPointer, version: Int) {
    if credit.isUnlimited, seen < version {
      _ = port.value(value)
    } else {
      offerBooked(value)
    }
  }

  /// Hands the value on where demand has to be counted.
  @usableFromInline package func offerBooked(_ value: UnsafeRawPointer) {
    if credit.hasAny { credit.settle(port.value(value)) }
  }

  /// Closes the subscription, and lets go of the subject.
  ///
  /// - Returns: Whether it was open.
  final func close() -> Bool {
    guard credit.close() else { return false }
    subject = nil
    return true
  }

  /// It hears of nothing more. Inside the gate, when no value is on its way to it.
  func didLeave() { releaseSubscriber() }

  final func releaseSubscriber() { subscriber = nil }

  /// It hears of what goes round from here on, unless it has been given up. Called inside the gate.
  func settle() {}

  /// Called inside the gate when the seat has been added.
  func didJoin() {}

  /// Ends the subscription. Only inside the gate.
  func finish(_ ending: @escaping (RawPort) -> Void) {
    guard close() else { return }
    end(ending)
    releaseSubscriber()
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

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: needsDemand) else { return }
    credit.grant(demand)
    roster.wantValues()
  }

  @usableFromInline package func cancel() {
    guard close() else { return forgetEnd() }
    roster.leave(self)
  }

  @usableFromInline package final var description: String { name.description }
}
