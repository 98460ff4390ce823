import ExpectSupport
import Support
import Testing

@Suite struct LeakDetectorTests {
  @Test func `names the objects that are alive`() {
    final class Node {
      var next: Node?
    }
    let kept = Node()
    let leaked = leaks { detector in
      detector.watch(kept, "kept")
      let cycle = detector.watch(Node(), "cycle")
      cycle.next = cycle
      detector.watch(Node(), "gone")
    }
    expectEqual(leaked, ["kept", "cycle"])
    withExtendedLifetime(kept) {}
  }
}
