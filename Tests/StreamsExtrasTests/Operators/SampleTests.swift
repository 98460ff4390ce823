import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct SampleTests {
  @Test func `emits the latest element at each element of the trigger`() throws {
    try expectMarbles(
      """
      a:          -1-2-----3---|
      b:          ----x--x--x
      a.upstream: (^*)
      b.upstream: (^*)------------!
      result:     ----2-----3--|
      """
    ) { rows, _ in rows.a.sample(rows.b) }
  }

  @Test func `asks the trigger for another element when there is nothing new`() throws {
    try expectMarbles(
      """
      a:          --1
      b:          -x-x
      demand:     1
      result:     ---1
      """
    ) { rows, _ in rows.a.sample(rows.b) }
  }

  @Test func `finishes with the trigger`() throws {
    try expectMarbles(
      """
      a:          -1
      b:          --x-|
      a.upstream: (^*)---!
      result:     --1-|
      """
    ) { rows, _ in rows.a.sample(rows.b) }
  }

  @Test func `a failure of either publisher cancels the other`() throws {
    try expectMarbles(
      """
      a:          -1#
      b:          ----
      b.upstream: (^*)-!
      result:     --#
      """
    ) { rows, _ in rows.a.sample(rows.b) }
    try expectMarbles(
      """
      a:          -1--
      b:          --#
      a.upstream: (^*)-!
      result:     --#
      """
    ) { rows, _ in rows.a.sample(rows.b) }
  }

  @Test func `cancels both publishers`() throws {
    try expectMarbles(
      """
      a:          -1
      b:          --x
      cancel:     ---!
      a.upstream: (^*)--!
      b.upstream: (^*)--!
      result:     --1
      """
    ) { rows, _ in rows.a.sample(rows.b) }
  }
}
