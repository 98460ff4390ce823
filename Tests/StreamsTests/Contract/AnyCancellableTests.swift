import ExpectSupport
import Streams
import StreamsSupport
import Testing

@Suite struct AnyCancellableTests {
  @Test func `cancels once, also from inside itself`() {
    var count = 0
    var cancellable: AnyCancellable?
    cancellable = AnyCancellable {
      count += 1
      cancellable?.cancel()
      cancellable = nil
    }
    cancellable?.cancel()
    expectEqual(count, 1)
    cancellable = AnyCancellable { count += 1 }
    cancellable = nil
    expectEqual(count, 2)
    var list = [AnyCancellable {}]
    AnyCancellable { count += 1 }.store(in: &list)
    list.removeAll()
    expectEqual(count, 3)
  }

  @Test func `cancels once from several threads`() {
    for _ in 0..<50 {
      let count = Shared(0)
      let cancellable = AnyCancellable { count.withLock { $0 += 1 } }
      together({ cancellable.cancel() }, { cancellable.cancel() }, { cancellable.cancel() })
      expectEqual(count.current, 1)
    }
  }
}
