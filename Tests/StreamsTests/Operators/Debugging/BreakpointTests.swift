import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct BreakpointTests {
  @Test func `passes events through unless a condition holds`() {
    var asked = 0
    let recorder = [1, 2].publisher.breakpoint(receiveOutput: { _ in
      asked += 1
      return false
    }).breakpointOnError().record()
    expectEqual(recorder.history, ["subscription: [1, 2]", "value: 1", "value: 2", "finished"])
    expectEqual(asked, 2)
  }

  @Test func `breakpointOnError stops the program at a failure`() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, Oops>(error: Oops()).breakpointOnError()
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }

  @Test func `stops the program when a condition holds`() async {
    await #expect(processExitsWith: .failure) {
      _ = [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).sink { _ in }
    }
  }

  @Test func `passes demand and cancel through`() throws {
    try expectMarbles("a: -1-2\ndemand: 1-1\ncancel: ----!\na.upstream: (^1)-1-!\nresult: -1-2") { rows, _ in
      rows.a.breakpoint()
    }
  }
}
