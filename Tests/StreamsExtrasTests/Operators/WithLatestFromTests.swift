import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct WithLatestFromTests {
  @Test func `combines each value with the newest of the other`() throws {
    try expectMarbles(
      """
      a:          -1-2---3-|
      b:          --x--y--|
      demand:     2
      a.upstream: (^2)+1
      b.upstream: (^*)
      result:     ---[2x]---[3y]-|
      """
    ) { rows, _ in rows.a.withLatestFrom(rows.b) { $0 + $1 } }
  }

  @Test func `finishes with its upstream`() throws {
    try expectMarbles(
      """
      a:          --1--|
      b:          -x|
      a.upstream: (^*)
      b.upstream: (^*)
      result:     --x--|
      """
    ) { rows, _ in rows.a.withLatestFrom(rows.b) }
  }

  @Test func `fails and cancels its upstream when the other fails`() throws {
    try expectMarbles(
      """
      a:          -1-2
      b:          x-#
      a.upstream: (^*)-!
      result:     -x#
      """
    ) { rows, _ in rows.a.withLatestFrom(rows.b) }
  }

  @Test func `cancels both publishers`() throws {
    try expectMarbles(
      """
      a:          -1
      b:          x
      cancel:     --!
      a.upstream: (^*)-!
      b.upstream: (^*)-!
      result:     -x
      """
    ) { rows, _ in rows.a.withLatestFrom(rows.b) }
  }

  @Test func `hears the other while downstream is subscribed`() {
    expectEqual(Reentrancy.valuesOfSendingInSubscription { $0.withLatestFrom($1, +) }, [11])
  }

  @Test func `requests from its upstream during a delivery`() {
    let trial = Reentrancy()
    expectEqual(trial.valuesOfRequesting(trial.b.withLatestFrom(trial.a.prepend(7), +)), ["7", "9", "10"])
  }

  @Test func `cancels both publishers during a delivery`() {
    expectEqual(Reentrancy.eventsOfCancelling { $0.withLatestFrom($1, +) }, [.cancel, .cancel])
  }
}
