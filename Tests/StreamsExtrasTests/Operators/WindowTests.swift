import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct WindowTests {
  /// The elements of the windows, each with the number of its window.
  private func numbered(
    _ windows: some Publisher<AnyPublisher<String, MarbleFailure>, MarbleFailure>
  ) -> some Publisher<String, MarbleFailure> {
    windows.enumerated().flatMap { window in window.element.map { "\(window.offset)\($0)" } }
  }

  @Test func `separates elements at each element of the boundary`() throws {
    try expectMarbles(
      """
      a:          -1-2---3-|
      b:          -----x
      a.upstream: (^*)
      b.upstream: (^*)--------!
      result:     -[01]-[02]---[13]-|
      """
    ) { rows, _ in numbered(rows.a.window(rows.b)) }
  }

  @Test func `windows finish and fail with the upstream`() {
    let (subject, boundary) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Void, Oops>())
    var windows: [RecordingSubscriber<Int, Oops>] = []
    let outer = subject.window(boundary).handleEvents(receiveOutput: { windows.append($0.record()) }).record()
    subject.send(1)
    boundary.send()
    subject.send(2)
    subject.send(completion: .failure(Oops()))
    expectEqual(
      windows.map { Array($0.history.dropFirst()) }, [["value: 1", "finished"], ["value: 2", "failure: Oops()"]])
    expectEqual(outer.history.last, "failure: Oops()")
  }

  @Test func `a failure of the boundary fails the open window`() {
    let (subject, boundary) = (PassthroughSubject<Int, Oops>(), PassthroughSubject<Void, Oops>())
    var windows: [RecordingSubscriber<Int, Oops>] = []
    let outer = subject.window(boundary).handleEvents(receiveOutput: { windows.append($0.record()) }).record()
    boundary.send(completion: .failure(Oops()))
    expectEqual(windows.map(\.history.last), ["failure: Oops()"])
    expectEqual(outer.history.last, "failure: Oops()")
  }

  @Test func `the last window stays open when the boundary finishes`() {
    let (subject, boundary) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
    let recorder = subject.window(boundary).flatMap { $0 }.record()
    boundary.send(completion: .finished)
    subject.send(1)
    expectEqual(recorder.values, [1])
    recorder.cancel()
  }

  @Test func `cancels both publishers`() {
    let (subject, boundary) = (ProbePublisher<Int, Never>(), ProbePublisher<Void, Never>())
    let recorder = subject.window(boundary).record()
    recorder.cancel()
    expectEqual(subject.events.last, .cancel)
    expectEqual(boundary.events.last, .cancel)
  }
}
