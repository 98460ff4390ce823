import AppTesting
import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Locking
import Services
import Storage
import Support
import Testing
import ViewModels

/// A moment of a purchase at which the process is killed, in order.
enum PurchaseStep: String, CaseIterable, Sendable {
  case keyFileIsCreated, keyFileIsWritten, keyFileIsSynchronized, keyFileIsRenamed, keyFolderIsSynchronized
  case requestIsMade, answerArrives
  case markFileIsCreated, markFileIsWritten, markFileIsSynchronized, markFileIsRenamed, markFolderIsSynchronized
  case receiptIsPublished
  case keyFileIsRemoved, removalIsSynchronized

  /// What the next process gets to see.
  enum Consequence {
    /// Nothing was bought, and it buys.
    case purchase
    /// The receipt of the killed process.
    case earlierReceipt
    /// The receipt was shown, and it buys again.
    case secondPurchase
  }

  var consequence: Consequence {
    switch self {
    case .keyFileIsCreated, .keyFileIsWritten, .keyFileIsSynchronized: .purchase
    case .keyFileIsRemoved, .removalIsSynchronized: .secondPurchase
    default: .earlierReceipt
    }
  }

  /// Whether the killed process has sent its request.
  var isSent: Bool {
    Self.allCases.firstIndex(of: self) ?? 0 >= Self.allCases.firstIndex(of: .answerArrives) ?? 0
  }
}

/// Names the steps of the storage while a wand is bought: its key is written, marked and removed.
private final class StepNames: Sendable {
  private let isMarking = LockedValue(false)
  private let isRemoving = LockedValue(false)

  func name(of step: StateFolder.Step) -> PurchaseStep {
    let marks = isMarking.withLock { $0 }
    switch step {
    case .fileIsCreated: return marks ? .markFileIsCreated : .keyFileIsCreated
    case .fileIsWritten: return marks ? .markFileIsWritten : .keyFileIsWritten
    case .fileIsSynchronized: return marks ? .markFileIsSynchronized : .keyFileIsSynchronized
    case .fileIsRenamed: return marks ? .markFileIsRenamed : .keyFileIsRenamed
    case .fileIsRemoved:
      isRemoving.withLock { $0 = true }
      return .keyFileIsRemoved
    case .folderIsSynchronized:
      if isRemoving.withLock({ $0 }) { return .removalIsSynchronized }
      isMarking.withLock { $0 = true }
      return marks ? .markFolderIsSynchronized : .keyFolderIsSynchronized
    }
  }
}

/// Processes that are killed in the middle of a purchase, and the same purchase in the next one.
@MainActor @Suite struct PurchaseCrashTests {
  private let folder = TemporaryFolder()

  @Test(.exitTest, arguments: PurchaseStep.allCases)
  func `a receipt is new at most once, whenever the process is killed`(step: PurchaseStep) async throws {
    let world = MockWorld()
    let endpoints = HTTPEndpoints(Backend.mock(world: world), routes: HTTPRoute.services)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, url = server.url as String, name = step.rawValue as String] in
      _ = try await buyWand(from: url, keysIn: path) { if $0.rawValue == name { kill(getpid(), SIGKILL) } }
    }
    #expect(purchases(in: world) == (step.isSent ? 1 : 0))
    let phase = try await buyWand(from: server.url, keysIn: folder.path) { _ in }
    let keys = server.requests.compactMap { $0.header("Idempotency-Key") }
    switch (step.consequence, phase) {
    case (.purchase, .purchased(_?)):
      expectEqual(purchases(in: world), 1)
    case (.earlierReceipt, .purchasedEarlier(_?, let date)):
      expectEqual(purchases(in: world), 1)
      expectEqual(Set(keys).count, 1)
      #expect(date <= Date())
    case (.secondPurchase, .purchased(_?)):
      expectEqual(purchases(in: world), 2)
      expectEqual(Set(keys).count, 2)
    default: Issue.record("\(phase)")
    }
    expectEqual(folder.files, ["lock"])
  }

  /// How many wands were bought.
  private func purchases(in world: MockWorld) -> Int {
    (0...2).first { world.balance().value == Money(amount: Decimal(123_456 - 19_900 * $0) / 100) } ?? -1
  }
}

/// Buys the wand on a screen of its own.
///
/// - Parameters:
///   - url: the server.
///   - path: the folder of the keys.
///   - onStep: is called at each step, on the thread that takes it.
/// - Returns: the phase after the purchase.
@MainActor private func buyWand(
  from url: String, keysIn path: String, onStep: @escaping @Sendable (PurchaseStep) -> Void
) async throws -> ProductPhase {
  let names = StepNames()
  let storage = try Storage(folder: path, onStep: { onStep(names.name(of: $0)) })
  // The removal of the key follows its receipt.
  defer { storage.close() }
  let backend = Backend.http(try #require(URL(string: url))).wrapped(StepObserver(onStep: onStep).intercept)
  let app = AppCore(.live(backend: backend, storage: storage))
  let product = app.open(.product, ProductParameters(id: "wand"))
  let cancellable = product.statePublisher.sink { state in
    if case .purchased = state.phase { onStep(.receiptIsPublished) }
  }
  defer { cancellable.cancel() }
  product.viewDidAppear()
  _ = await firstState(of: product) { $0.buttonEnabled }
  product.model.eventSubject.send(.purchase)
  return await firstState(of: product) { !$0.isBusy }.phase
}

/// The first state that fulfils a condition. The subscription begins at once, so no state is missed.
@MainActor func firstState(
  of product: ScreenInstance<ProductViewModel>, where condition: @escaping (ProductState) -> Bool
) async -> ProductState {
  var cancellable: AnyCancellable?
  let state = await withCheckedContinuation { continuation in
    cancellable = product.statePublisher.first(where: condition).sink { continuation.resume(returning: $0) }
  }
  cancellable?.cancel()
  return state
}

/// Reports the steps of a purchase on its way to a server.
private struct StepObserver: Sendable {
  let onStep: @Sendable (PurchaseStep) -> Void

  func intercept(_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates) -> ServiceUpdates {
    let updates = next(request)
    guard request.name == ServiceOperation.purchase.name else { return updates }
    return Deferred {
      onStep(.requestIsMade)
      return updates.handleEvents(receiveOutput: { _ in onStep(.answerArrives) })
    }
    .eraseToAnyPublisher()
  }
}
