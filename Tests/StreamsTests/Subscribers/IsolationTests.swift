import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import Testing

/// A typical screen, whose closures are isolated to the main actor.
@MainActor private final class Screen {
  var text = ""
  var lastEnd = ""
  var cancellables: Set<AnyCancellable> = []

  func show(_ publisher: some Publisher<String, Never>) {
    publisher.sink { self.text = $0 }.store(in: &cancellables)
  }

  func showEnd(_ publisher: some Publisher<String, Never>) {
    publisher.sink(receiveCompletion: { self.lastEnd = "\($0)" }, receiveValue: { _ in }).store(in: &cancellables)
  }

  func pass(_ publisher: some Publisher<String, Never>, to subject: PassthroughSubject<String, Never>) {
    publisher.sink(receiveValue: subject.send).store(in: &cancellables)
    publisher.sink { @Sendable in subject.send($0) }.store(in: &cancellables)
  }

  func showEndAlone(_ publisher: some Publisher<String, Never>) {
    publisher.sink(receiveCompletion: { self.lastEnd = "\($0)" }, receiveValue: { @Sendable _ in })
      .store(in: &cancellables)
  }

  func assign(_ publisher: some Publisher<String, Never>) {
    publisher.assign(to: \.text, on: self).store(in: &cancellables)
  }
}

/// Whether a program stopped with the message that names the remedy.
private func namesTheRemedy(_ result: ExitTest.Result?) -> Bool {
  result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("put receive(on:) before it") }
    ?? false
}

@MainActor private var seenByMain = ""

@Suite struct IsolationTests {
  @Test func `a main actor sink stops at a value from another thread`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.show(subject)
      together { subject.send("from elsewhere") }
    }
    #expect(namesTheRemedy(result))
  }

  @Test func `a main actor sink stops at another thread's completion`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.showEnd(subject)
      together { subject.send(completion: .finished) }
    }
    #expect(namesTheRemedy(result))
  }

  @Test @MainActor func `a main actor sink takes what the main actor sends`() {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.show(subject)
    screen.showEnd(subject)
    subject.send("here")
    expectEqual(screen.text, "here")
    screen.assign(subject)
    subject.send("there")
    expectEqual(screen.text, "there")
    subject.send(completion: .finished)
    expectEqual(screen.lastEnd, "finished")
  }

  @Test @MainActor func `receive(on:) brings values to the main actor`() async {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.show(subject.receive(on: DispatchQueue.main))
    await withCheckedContinuation { done in
      let last = subject.receive(on: DispatchQueue.main).sink { _ in done.resume() }
      Thread.detachNewThread { subject.send("from elsewhere") }
      last.store(in: &screen.cancellables)
    }
    expectEqual(screen.text, "from elsewhere")
  }

  @Test func `a sink without isolation takes values of any thread`() {
    let subject = PassthroughSubject<String, Never>()
    let seen = Shared<[String]>([])
    let cancellable = subject.sink { text in seen.withLock { $0.append(text) } }
    together { subject.send("from elsewhere") }
    expectEqual(seen.current, ["from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  /// In the code of an actor, a `@Sendable` closure and a method of a nonisolated object may run on any thread.
  @Test @MainActor func `a Sendable closure runs on any thread`() {
    let subject = PassthroughSubject<String, Never>()
    let seen = Shared<[String]>([])
    let other = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.pass(subject, to: other)
    let cancellable = other.sink { @Sendable text in seen.withLock { $0.append(text) } }
    together { subject.send("from elsewhere") }
    expectEqual(seen.current, ["from elsewhere", "from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `a closure annotated with the main actor is checked`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let cancellable = subject.sink { @MainActor in seenByMain += $0 }
      together { subject.send("from elsewhere") }
      withExtendedLifetime(cancellable) {}
    }
    #expect(namesTheRemedy(result))
  }

  @Test func `a completion is checked although the values are not`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.showEndAlone(subject)
      together {
        subject.send("from elsewhere")
        FileHandle.standardError.write(Data("passed".utf8))
        subject.send(completion: .finished)
      }
    }
    #expect(namesTheRemedy(result))
    #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("passed") } == true)
  }

  /// Runs on its caller's actor, but is not isolated to it.
  nonisolated(nonsending) private func listen(
    to subject: PassthroughSubject<String, Never>, _ seen: Shared<[String]>
  ) async -> AnyCancellable {
    subject.sink { text in seen.withLock { $0.append(text) } }
  }

  @Test @MainActor func `a nonisolated(nonsending) function's sink is not checked`() async {
    let subject = PassthroughSubject<String, Never>()
    let seen = Shared<[String]>([])
    let cancellable = await listen(to: subject, seen)
    together { subject.send("from elsewhere") }
    expectEqual(seen.current, ["from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  private actor Counter {
    var count = 0
    var cancellables: Set<AnyCancellable> = []

    func listen(to publisher: some Publisher<Int, Never>) {
      publisher.sink { self.count += $0 }.store(in: &cancellables)
    }

    /// How an actor receives values that any thread sends.
    func listenInTasks(to publisher: some Publisher<Int, Never>, _ heard: AsyncStream<Void>.Continuation) {
      publisher.sink { [weak self] value in
        Task {
          await self?.add(value)
          heard.finish()
        }
      }
      .store(in: &cancellables)
    }

    private func add(_ value: Int) { count += value }

    func send(_ value: Int, through subject: PassthroughSubject<Int, Never>) { subject.send(value) }
  }

  @Test func `an actor receives what it sends itself`() async {
    let subject = PassthroughSubject<Int, Never>()
    let counter = Counter()
    await counter.listen(to: subject)
    await counter.send(3, through: subject)
    await expectEqual(counter.count, 3)
  }

  @Test func `an actor receives through a task what others send`() async {
    let subject = PassthroughSubject<Int, Never>()
    let counter = Counter()
    let (heard, continuation) = AsyncStream<Void>.makeStream()
    await counter.listenInTasks(to: subject, continuation)
    together { subject.send(3) }
    for await _ in heard {}
    await expectEqual(counter.count, 3)
  }
}
