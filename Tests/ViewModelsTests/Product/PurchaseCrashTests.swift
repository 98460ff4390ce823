import AppTesting
import Foundation
import RequestsSupport
import Services
import Storage
import Support
import Testing
import ViewModels

/// A moment of a purchase at which the process is killed.
enum PurchaseStep: String, CaseIterable, Sendable {
  case keyFileIsCreated, keyFileIsWritten, keyFileIsSynchronized, keyFileIsRenamed, keyFolderIsSynchronized
  case requestIsMade, answerArrives, receiptIsPublished

  init(_ step: StateFolder.Step) {
    self =
      switch step {
      case .fileIsCreated: .keyFileIsCreated
      case .fileIsWritten: .keyFileIsWritten
      case .fileIsSynchronized: .keyFileIsSynchronized
      case .fileIsRenamed: .keyFileIsRenamed
      case .folderIsSynchronized: .keyFolderIsSynchronized
      }
  }
}

/// Processes that are killed in the middle of a purchase, and the same purchase in the next one.
@MainActor @Suite struct PurchaseCrashTests {
  private let folder = TemporaryFolder()

  @Test(arguments: PurchaseStep.allCases)
  func `a purchase that was killed and is repeated is booked once`(step: PurchaseStep) async throws {
    let world = MockWorld()
    let endpoints = HTTPEndpoints(MockBackend(world: world), routes: HTTPRoute.services)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, url = server.url as String, name = step.rawValue as String] in
      _ = try await buyWand(from: url, keysIn: path) { if $0.rawValue == name { kill(getpid(), SIGKILL) } }
    }
    let isSent = step == .answerArrives || step == .receiptIsPublished
    #expect(world.balance().value == Money(amount: isSent ? Decimal(103_556) / 100 : Decimal(123_456) / 100))
    let receipt = try await buyWand(from: server.url, keysIn: folder.path) { _ in }
    #expect(receipt.productID == "wand")
    #expect(world.balance().value == Money(amount: Decimal(103_556) / 100))
    #expect(folder.files == ["lock"])
  }
}

/// Buys the wand on a screen of its own.
///
/// - Parameters:
///   - url: the server.
///   - path: the folder of the keys.
///   - onStep: is called at each step, on the thread that takes it.
@MainActor private func buyWand(
  from url: String, keysIn path: String, onStep: @escaping @Sendable (PurchaseStep) -> Void
) async throws -> Receipt {
  let storage = try Storage(folder: path, onStep: { onStep(PurchaseStep($0)) })
  defer { storage.close() }
  let backend = HTTPBackend.http(try #require(URL(string: url))).intercepted(by: StepObserver(onStep: onStep))
  let app = AppCore(.live(backend: backend, storage: storage))
  let product = app.open(.product, ProductParameters(id: "wand"))
  let cancellable = product.statePublisher.sink { state in
    if case .purchased = state.phase { onStep(.receiptIsPublished) }
  }
  defer { cancellable.cancel() }
  product.viewDidAppear()
  _ = await firstState(of: product) { $0.buttonEnabled }
  product.model.eventSubject.send(.purchase)
  let state = await firstState(of: product) { !$0.isBusy }
  guard case .purchased(let receipt?) = state.phase else { throw NoReceipt(reason: state.errorText) }
  return receipt
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

private struct NoReceipt: Error {
  let reason: String?
}

/// Reports the steps of a purchase on its way to a server.
private struct StepObserver: ServiceInterceptor {
  let onStep: @Sendable (PurchaseStep) -> Void

  func intercept<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    guard operation.name == ServiceOperation.purchase.name else { return call }
    return Deferred {
      onStep(.requestIsMade)
      return call.handleEvents(receiveOutput: { _ in onStep(.answerArrives) })
    }
    .eraseToAnyPublisher()
  }
}
