import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import Testing

// Everyday code in Swift 6 mode. That it compiles is half of each test.

/// A global subject.
private enum Session {
  static let events = PassthroughSubject<String, Never>()
}

/// A subject in a Sendable class.
private final class Store: Sendable {
  let changes = CurrentValueSubject<Int, Never>(0)
  func increment() { changes.send(changes.value + 1) }
}

/// An actor that offers a publisher.
private actor Thermometer {
  private let readings = CurrentValueSubject<Int, Never>(20)
  private var factor = 2
  /// Uses no state of the actor: the subject is Sendable.
  nonisolated var publisher: AnyPublisher<Int, Never> { readings.map { $0 * 2 }.eraseToAnyPublisher() }
  /// Uses a copy of the actor's state, so that the result is disconnected from the actor.
  func scaled() -> sending AnyPublisher<Int, Never> {
    let factor = factor
    return readings.map { $0 * factor }.eraseToAnyPublisher()
  }
  func read(_ value: Int) { readings.send(value) }
}

/// An object of the main actor that cancels when it is released.
@MainActor private final class Screen {
  private var cancellables: Set<AnyCancellable> = []
  private let watch: AnyCancellable
  var text = ""

  init(_ texts: PassthroughSubject<String, Never>) {
    watch = texts.sink { _ in }
    texts.sink { [weak self] in self?.text = $0 }.store(in: &cancellables)
  }

  deinit {
    watch.cancel()
    for cancellable in cancellables { cancellable.cancel() }
  }
}

/// A view model of the main actor.
@MainActor private final class ViewModel: ObservableObject {
  @Published private(set) var count = 0
  let taps = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  init() {
    taps.sink { [weak self] in self?.count += 1 }.store(in: &cancellables)
  }
}

/// An actor that keeps its subscriptions.
private actor Ledger {
  private var cancellables: Set<AnyCancellable> = []
  private(set) var lines: [Int] = []

  func follow(_ numbers: AnyPublisher<Int, Never>) {
    numbers.sink { number in self.lines.append(number) }.store(in: &cancellables)
  }
}

@Suite struct EverydaySnippetsTests {
  @Test func `a static subject`() {
    let seen = Shared<[String]>([])
    let cancellable = Session.events.sink { text in seen.withLock { $0.append(text) } }
    Session.events.send("begun")
    expectEqual(seen.current, ["begun"])
    cancellable.cancel()
  }

  @Test func `a subject in a Sendable class`() async {
    let store = Store()
    await Task.detached { store.increment() }.value
    expectEqual(store.changes.value, 1)
  }

  @Test func `for await over the values of a subject in a task`() async {
    let subject = CurrentValueSubject<Int, Never>(7)
    let first = Task {
      for await value in subject.values { return value }
      return 0
    }
    await expectEqual(first.value, 7)
  }

  @Test func `an actor that offers a publisher`() async {
    let thermometer = Thermometer()
    let seen = Shared<[Int]>([])
    let cancellable = thermometer.publisher.sink { value in seen.withLock { $0.append(value) } }
    let scaled = await thermometer.scaled().sink { value in seen.withLock { $0.append(value) } }
    await thermometer.read(21)
    expectEqual(seen.current, [40, 40, 42, 42])
    cancellable.cancel()
    scaled.cancel()
  }

  @Test func `a future that a task fulfils`() async {
    func answer() async -> Int { 42 }
    let future = Future<Int, Never> { promise in
      let promise = Promised(promise)
      Task { promise.keep(.success(await answer())) }
    }
    var values: [Int] = []
    for await value in future.values { values.append(value) }
    expectEqual(values, [42])
  }

  /// Sendable because a promise may be called from any thread, which Combine's type does not state.
  private struct Promised: @unchecked Sendable {
    let keep: Future<Int, Never>.Promise
    init(_ keep: @escaping Future<Int, Never>.Promise) { self.keep = keep }
  }

  @Test @MainActor func `a cancel in a deinit of the main actor`() {
    let texts = PassthroughSubject<String, Never>()
    var screen: Screen? = Screen(texts)
    texts.send("shown")
    expectEqual(screen?.text, "shown")
    weak let gone = screen
    screen = nil
    #expect(gone == nil)
    texts.send("unseen")
  }

  @Test func `a send from a detached task`() async {
    let subject = PassthroughSubject<Int, Never>()
    let seen = Shared<[Int]>([])
    let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
    await Task.detached { subject.send(1) }.value
    expectEqual(seen.current, [1])
    cancellable.cancel()
  }

  @Test func `a cancel inside onCancel`() async {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink { _ in Issue.record("A value after the cancel") }
    let task = Task {
      await withTaskCancellationHandler {
        while !Task.isCancelled { await Task.yield() }
      } onCancel: {
        cancellable.cancel()
      }
    }
    task.cancel()
    await task.value
    subject.send(1)
  }

  @Test @MainActor func `a view model of the main actor`() {
    let model = ViewModel()
    var seen: [Int] = []
    let cancellable = model.$count.sink { seen.append($0) }
    model.taps.send()
    model.taps.send()
    expectEqual(seen, [0, 1, 2])
    cancellable.cancel()
  }

  @Test func `an actor that keeps its subscriptions`() async {
    let ledger = Ledger()
    await ledger.follow([1, 2, 3].publisher.eraseToAnyPublisher())
    await expectEqual(ledger.lines, [1, 2, 3])
  }

  @Test @MainActor func `work on a queue, then back on the main actor`() async {
    let queue = DispatchQueue(label: "work")
    var cancellable: AnyCancellable?
    let answer = await withCheckedContinuation { done in
      cancellable = Just(20)
        .subscribe(on: queue).map { $0 + 1 }
        .receive(on: DispatchQueue.main)
        .sink { value in
          MainActor.assertIsolated()
          done.resume(returning: value)
        }
    }
    expectEqual(answer, 21)
    cancellable?.cancel()
  }
}
