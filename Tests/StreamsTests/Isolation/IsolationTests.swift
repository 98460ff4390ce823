import Dispatch
import Foundation
import Streams
import Testing

/// A screen as everybody writes it: its closures belong to the main actor.
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

/// Runs work on a thread that is no actor's, and waits for it.
private func elsewhere(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  done.wait()
}

/// Whether a program died with the sentence that names the remedy.
private func namesTheRemedy(_ result: ExitTest.Result?) -> Bool {
  result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("put receive(on:) before it") }
    ?? false
}

@MainActor private var seenByMain = ""

/// What one thread writes, and another reads that has waited for it.
private final class Seen: @unchecked Sendable {
  // NB: Sendable because nobody reads before the writer is done.
  var texts: [String] = []
}

@Suite struct IsolationTests {
  @Test func aSinkOfTheMainActorStopsAValueFromAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.show(subject)
      elsewhere { subject.send("from elsewhere") }
    }
    #expect(namesTheRemedy(result))
  }

  @Test func aSinkOfTheMainActorStopsACompletionFromAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.showEnd(subject)
      elsewhere { subject.send(completion: .finished) }
    }
    #expect(namesTheRemedy(result))
  }

  @Test @MainActor func valuesOnTheRightActorPass() {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.show(subject)
    screen.showEnd(subject)
    subject.send("here")
    #expect(screen.text == "here")
    screen.assign(subject)
    subject.send("there")
    #expect(screen.text == "there")
    subject.send(completion: .finished)
    #expect(screen.lastEnd == "finished")
  }

  @Test @MainActor func receiveOnTheMainQueueBringsValuesToTheMainActor() async {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.show(subject.receive(on: DispatchQueue.main))
    await withCheckedContinuation { done in
      let last = subject.receive(on: DispatchQueue.main).sink { _ in done.resume() }
      Thread.detachNewThread { subject.send("from elsewhere") }
      last.store(in: &screen.cancellables)
    }
    #expect(screen.text == "from elsewhere")
  }

  @Test func whereThereIsNoIsolationAnyThreadMaySend() {
    let subject = PassthroughSubject<String, Never>()
    let seen = Seen()
    let cancellable = subject.sink { seen.texts.append($0) }
    elsewhere { subject.send("from elsewhere") }
    #expect(seen.texts == ["from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  /// The way to say, in an actor's code, that a closure may run anywhere; and a method of what is nobody's.
  @Test @MainActor func whatIsWrittenForAnyThreadMayRunThere() {
    let subject = PassthroughSubject<String, Never>()
    let seen = Seen()
    let other = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.pass(subject, to: other)
    let cancellable = other.sink { @Sendable in seen.texts.append($0) }
    elsewhere { subject.send("from elsewhere") }
    #expect(seen.texts == ["from elsewhere", "from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func aClosureOfTheMainActorIsItsOwnWhoeverHandsItOver() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let cancellable = subject.sink { @MainActor in seenByMain += $0 }
      elsewhere { subject.send("from elsewhere") }
      withExtendedLifetime(cancellable) {}
    }
    #expect(namesTheRemedy(result))
  }

  @Test func theEndIsStoppedThoughTheValuesMayComeFromAnywhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      await screen.showEndAlone(subject)
      elsewhere {
        subject.send("from elsewhere")
        FileHandle.standardError.write(Data("passed".utf8))
        subject.send(completion: .finished)
      }
    }
    #expect(namesTheRemedy(result))
    #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("passed") } == true)
  }

  /// Runs on its caller's actor, and is no actor's code.
  nonisolated(nonsending) private func listen(
    to subject: PassthroughSubject<String, Never>, _ seen: Seen
  ) async -> AnyCancellable {
    subject.sink { seen.texts.append($0) }
  }

  @Test @MainActor func whatRunsOnItsCallersActorIsNotThatActors() async {
    let subject = PassthroughSubject<String, Never>()
    let seen = Seen()
    let cancellable = await listen(to: subject, seen)
    elsewhere { subject.send("from elsewhere") }
    #expect(seen.texts == ["from elsewhere"])
    withExtendedLifetime(cancellable) {}
  }

  private actor Counter {
    var count = 0
    var cancellables: Set<AnyCancellable> = []

    func listen(to publisher: some Publisher<Int, Never>) {
      publisher.sink { self.count += $0 }.store(in: &cancellables)
    }

    /// As actors listen to what comes from anywhere.
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

  @Test func anActorHearsWhatItSendsItself() async {
    let subject = PassthroughSubject<Int, Never>()
    let counter = Counter()
    await counter.listen(to: subject)
    await counter.send(3, through: subject)
    #expect(await counter.count == 3)
  }

  @Test func anActorLeavesWhatComesFromElsewhereToATask() async {
    let subject = PassthroughSubject<Int, Never>()
    let counter = Counter()
    let (heard, continuation) = AsyncStream<Void>.makeStream()
    await counter.listenInTasks(to: subject, continuation)
    elsewhere { subject.send(3) }
    for await _ in heard {}
    #expect(await counter.count == 3)
  }
}
