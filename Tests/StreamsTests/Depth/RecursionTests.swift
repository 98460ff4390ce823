import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

/// Publishers that a function makes by calling itself do not nest.
@Suite struct RecursionTests {
  // NB: more than fit on the stack of either build if each round nests in the one before.
  #if TRIBUTARY_SANITIZE_THREAD
    private static let rounds = 1_000
  #else
    private static let rounds = _isDebugAssertConfiguration() ? 4_000 : 20_000
  #endif

  private let scheduler = TestScheduler()

  private func flattened(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return Just(round).eraseToAnyPublisher() }
    return Just(round).delay(for: 1, scheduler: scheduler).flatMap { flattened($0 + 1) }.eraseToAnyPublisher()
  }

  private func switched(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return [round].publisher.eraseToAnyPublisher() }
    return Just(round).delay(for: 1, scheduler: scheduler).map { switched($0 + 1) }.switchToLatest()
      .eraseToAnyPublisher()
  }

  private func appended(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return Just(round).eraseToAnyPublisher() }
    return Just(round)
      .append(Just(round).delay(for: 1, scheduler: scheduler).flatMap { appended($0 + 1) })
      .eraseToAnyPublisher()
  }

  private func appendedAndSwitched(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return Just(round).eraseToAnyPublisher() }
    return Just(round)
      .append(Just(round).delay(for: 1, scheduler: scheduler).map { appendedAndSwitched($0 + 1) }.switchToLatest())
      .eraseToAnyPublisher()
  }

  private func merged(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return Just(round).eraseToAnyPublisher() }
    return Just(round)
      .merge(with: Just(round).delay(for: 1, scheduler: scheduler).flatMap { merged($0 + 1) })
      .eraseToAnyPublisher()
  }

  private func synchronous(_ round: Int = 1) -> AnyPublisher<Int, Never> {
    guard round < Self.rounds else { return Just(round).eraseToAnyPublisher() }
    return Just(round).append(Just(round).flatMap { synchronous($0 + 1) }).eraseToAnyPublisher()
  }

  @Test func `a poll in flatMap`() {
    let recorder = flattened().record()
    scheduler.run()
    expectEqual(recorder.values, [Self.rounds])
    expectEqual(recorder.completion, .finished)
  }

  @Test func `a poll in switchToLatest`() {
    let recorder = switched().record()
    scheduler.run()
    expectEqual(recorder.values, [Self.rounds])
    expectEqual(recorder.completion, .finished)
  }

  @Test(arguments: [true, false]) func `a poll that emits first and then polls`(isFlattened: Bool) {
    let recorder = (isFlattened ? appended() : appendedAndSwitched()).record()
    scheduler.run()
    expectEqual(recorder.values, Array(1...Self.rounds))
    expectEqual(recorder.completion, .finished)
  }

  @Test func `a poll that emits beside itself`() {
    let recorder = merged().record()
    scheduler.run()
    expectEqual(recorder.values, Array(1...Self.rounds))
    expectEqual(recorder.completion, .finished)
  }

  @Test func `pages that are there at once, each in the flatMap of the one before`() {
    let recorder = synchronous().record()
    expectEqual(recorder.values, Array(1...Self.rounds))
    expectEqual(recorder.completion, .finished)
  }

  private final class Round {}

  @Test(arguments: [true, false]) func `a poll keeps nothing of the rounds before`(isFlattened: Bool) {
    var rounds: [() -> Round?] = []
    func poll() -> AnyPublisher<Int, Never> {
      let round = Round()
      rounds.append { [weak round] in round }
      let later = Just(1).delay(for: 1, scheduler: scheduler).map { number in withExtendedLifetime(round) { number } }
      let next =
        isFlattened
        ? later.flatMap { _ in poll() }.eraseToAnyPublisher()
        : later.map { _ in poll() }.switchToLatest().eraseToAnyPublisher()
      return Just(0).append(next).eraseToAnyPublisher()
    }
    let recorder = poll().record()
    scheduler.advance(by: 100)
    expectEqual(rounds.count, 101)
    // The one whose timer has ended, and the one that waits.
    #expect(rounds.filter { $0() != nil }.count <= 2)
    recorder.cancel()
    scheduler.run()
    #expect(rounds.filter { $0() != nil }.isEmpty)
  }
}
