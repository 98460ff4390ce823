import Streams
import StreamsTesting
import Support
import Testing

@Suite struct ObservableObjectTests {
  final class Plain: ObservableObject {}

  /// Asks a plain object for its publisher when it is released.
  final class AsksAtTheEnd {
    let onEnd: () -> Void
    init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func thereIsOnePublisherPerObject() {
    let one = Plain()
    let two = Plain()
    #expect(one.objectWillChange === one.objectWillChange)
    #expect(one.objectWillChange !== two.objectWillChange)
  }

  @Test func aPublisherThatIsForgottenMayReleaseAnythingAtAll() async {
    await #expect(processExitsWith: .success) {
      let other = Plain()
      // NB: enough objects for the table of publishers to be swept while they come and go.
      for _ in 0..<1_000 {
        let object = Plain()
        let last = AsksAtTheEnd { other.objectWillChange.send() }
        let recorder = object.objectWillChange.map { last }.record()
        withExtendedLifetime(recorder) {}
      }
    }
  }
}
