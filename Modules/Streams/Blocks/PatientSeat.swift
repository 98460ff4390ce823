/// The place of a subscriber in a subject that keeps values for it: what may not be delivered yet waits, the end behind it.
///
/// What waits is delivered by the thread that finds that it may be, one value at a time. What waits is for the seats below
/// it to say.
@usableFromInline package class PatientSeat: Seat, @unchecked Sendable {
  // NB: Sendable because what it adds is touched only inside its gate.
  final let turn = Gate()
  @exclusivity(unchecked) final var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var ending: ((RawPort) -> Void)?
  /// Copies a value.
  final let keep: (UnsafeRawPointer) -> ValueBox

  init(
    _ port: RawPort, of subject: AnyObject?, roster: Roster, name: StaticString,
    keep: @escaping (UnsafeRawPointer) -> ValueBox
  ) {
    self.keep = keep
    super.init(port, of: subject, roster: roster, name: name)
  }

  /// A value goes round. Inside the gate.
  ///
  /// - Parameters:
  ///   - version: Its version.
  ///   - box: Keeps it.
  ///   - hand: Delivers it.
  func take(_ version: Int, box: () -> ValueBox, hand: () -> UInt) {}

  /// What waits and comes next; asked for when there is demand. Inside the gate.
  func next() -> ValueBox? { nil }

  /// Whether the end must wait. Inside the gate.
  var hasMore: Bool { false }

  /// Delivers what may be delivered. Inside the gate.
  final func deliver() {
    while demand > .none, !isGone, let box = next() { book(box.hand(to: port)) }
    guard !hasMore else { return }
    if let ending = ending.take(), close() {
      end(ending)
      releaseSubscriber()
    }
  }

  /// Takes the worth of a value that has been delivered, and adds what the delivery asked for. Inside the gate.
  final func book(_ more: UInt) {
    demand -= 1
    demand += Subscribers.Demand(raw: more)
  }

  package override func offerBooked(_ value: UnsafeRawPointer) {
    let version = roster.version
    if turn.enter(Gate.anyone) {
      take(version, box: { keep(value) }, hand: { port.value(value) })
      // NB: once everything is asked for, values pass the gate by. It is said here, where none of them waits at the gate.
      if demand == .unlimited, !hasMore { credit.grant(.unlimited) }
      turn.leave(Gate.anyone)
    } else {
      let box = keep(value)
      turn.perform { self.take(version, box: { box }, hand: { box.hand(to: self.port) }) }
    }
  }

  package override func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: true) else { return }
    turn.perform { self.ask(demand) }
    roster.wantValues()
  }

  private func ask(_ more: Subscribers.Demand) {
    // NB: what has been seen is not noted once everything is asked for.
    guard !credit.isUnlimited else { return }
    demand += more
    deliver()
  }

  package override func finish(_ ending: @escaping (RawPort) -> Void) {
    turn.perform {
      self.ending = ending
      self.deliver()
    }
  }

  package override func didLeave() {
    turn.perform {
      self.release()
      self.releaseSubscriber()
    }
  }

  /// Lets go of what waits. Inside the gate.
  func release() { ending = nil }
}
