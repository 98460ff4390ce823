import Dispatch
import ExpectSupport
import Foundation
import Screens
import StreamsTesting
import Testing

extension ServiceOperation<Void, Int> {
  fileprivate static var depth: Self { Self("depth") }
}

extension ServiceFeed<Void, Int> {
  fileprivate static var depths: Self { Self("depths").windowed(elements: 4) }
}

/// Runs everything in the same call.
private struct Immediate: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType

  var now: SchedulerTimeType { .init(.now()) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: DispatchQueue.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { action() }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}

/// The backend of an environment answers on its main scheduler, whichever backend it is.
@MainActor @Suite struct MainBackendTests {
  private func environment(_ main: AnySchedulerOf<DispatchQueue>, _ handlers: [ServiceHandler]) -> AppEnvironment {
    var environment = AppEnvironment(main: main)
    environment.backend = Backend.handlers(handlers)
    return environment
  }

  @Test func `answers from another thread on the main queue`() async {
    let queue = DispatchQueue(label: "depth")
    let handlers = [
      ServiceHandler(publishing: .depth) {
        Just(7).setFailureType(to: ServiceError.self).receive(on: queue).eraseToAnyPublisher()
      },
      ServiceHandler(publishing: .depths) {
        [1, 2, 3].publisher.setFailureType(to: ServiceError.self).receive(on: queue).eraseToAnyPublisher()
      },
    ]
    let backend = environment(DispatchQueue.main.eraseToAnyScheduler(), handlers).backend
    var cancellables: Set<AnyCancellable> = []
    let depth = await withCheckedContinuation { continuation in
      backend.answer(.depth).result().sink { result in
        MainActor.assertIsolated()
        continuation.resume(returning: try? result.get())
      }
      .store(in: &cancellables)
    }
    expectEqual(depth, 7)
    var depths: [Int] = []
    await withCheckedContinuation { continuation in
      backend.follow(.depths).elements().sink { _ in
        continuation.resume()
      } receiveValue: {
        MainActor.assertIsolated()
        depths.append($0)
      }
      .store(in: &cancellables)
    }
    expectEqual(depths, [1, 2, 3])
  }

  @Test func `answers in the same call on an immediate scheduler`() {
    let immediate = Immediate().eraseToAnyScheduler()
    let backend = environment(
      immediate,
      [
        ServiceHandler(.depth) { 7 },
        ServiceHandler(publishing: .depths) { Just(1).setFailureType(to: ServiceError.self).eraseToAnyPublisher() },
      ]
    ).backend
    var values: [Int] = []
    let cancellables = [
      backend.answer(.depth).result().sink { values.append((try? $0.get()) ?? 0) },
      backend.follow(.depths).elements().sink { _ in
      } receiveValue: {
        values.append($0)
      },
    ]
    expectEqual(values, [7, 1])
    withExtendedLifetime(cancellables) {}
  }

  @Test func `reports a second answer by the name of its operation, and ignores it`() {
    let scheduler = TestScheduler()
    let answers = PassthroughSubject<Int, ServiceError>()
    nonisolated(unsafe) let publisher = answers.eraseToAnyPublisher()
    let environment = environment(
      AnyScheduler(scheduler, startingAt: .init(.now())), [ServiceHandler(publishing: .depth) { publisher }])
    let app = AppCore(environment, AppDefinition(screens: []))
    var faults: [String] = []
    let reports = app.reports.sink { if case .fault(let sentence) = $0.event { faults.append(sentence) } }
    var values: [Int] = []
    let request = app.environment.backend.answer(.depth).result().sink { values.append((try? $0.get()) ?? 0) }
    answers.send(1)
    answers.send(2)
    scheduler.advance()
    expectEqual(values, [1])
    expectEqual(faults, ["The operation \"depth\" has answered twice. Its second answer is ignored."])
    withExtendedLifetime((reports, request)) {}
  }

  @Test func `updates of a transfer come on the main scheduler, without a progress that was replaced`() {
    let scheduler = TestScheduler()
    let updates = PassthroughSubject<TransferUpdate<Int>, ServiceError>()
    let environment = environment(
      scheduler.mainQueue, [ServiceHandler(transferring: .depth) { updates.eraseToAnyPublisher() }])
    var received: [TransferUpdate<Int>] = []
    let transfer = environment.backend.transfer(.depth, ()).sink(
      receiveCompletion: { _ in }, receiveValue: { received.append($0) })
    for count in 0...3 { updates.send(.progress(TransferProgress(.sent, count, of: 3))) }
    #expect(received.isEmpty)
    scheduler.advance()
    updates.send(.answer(7))
    updates.send(completion: .finished)
    scheduler.advance()
    expectEqual(received, [.progress(TransferProgress(.sent, 3, of: 3)), .answer(7)])
    transfer.cancel()
  }
}
