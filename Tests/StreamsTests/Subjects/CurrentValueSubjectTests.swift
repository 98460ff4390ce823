import Streams
import StreamsTesting
import Testing

@Suite struct CurrentValueSubjectTests {
  @Test func `keeps its value when something is sent after the end`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.send(2)
    #expect(subject.value == 1)
    #expect(recorder.history == ["subscription: CurrentValueSubject", "value: 1", "finished"])
  }

  @Test func `stores a value that is set after the end`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record()
    subject.send(completion: .finished)
    subject.value = 2
    #expect(subject.value == 2)
    #expect(recorder.values == [1])
  }

  @Test func `keeps its value when the end was sent in the same delivery`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var values: [Int] = []
    let cancellable = subject.dropFirst().sink { value in
      subject.send(completion: .finished)
      subject.send(3)
      values.append(value)
      values.append(subject.value)
    }
    subject.send(2)
    #expect(values == [2, 2])
    #expect(subject.value == 2)
    cancellable.cancel()
  }

  @Test func `asks an upstream for unlimited once`() {
    let probe = ProbePublisher<Int, Never>()
    let subject = CurrentValueSubject<Int, Never>(0)
    let cancellable = probe.subscribe(subject)
    let recorder = subject.record()
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    let late = ProbePublisher<Int, Never>()
    let second = late.subscribe(subject)
    #expect(late.events == [.subscribe, .request(.unlimited)])
    withExtendedLifetime((cancellable, second, recorder)) {}
  }
}
