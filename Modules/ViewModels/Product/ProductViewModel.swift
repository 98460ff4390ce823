import Formatting
public import Models
import Services
public import Streams

/// A product, and a button that buys it (seed 003).
///
/// All taps until the backend's answer is definite are one wish of the user and carry one idempotency key, also on other
/// screens of the product. So trying again never buys twice.
public final class ProductViewModel: ViewModel {
  public typealias Parameters = ProductParameters

  public let eventSubject = PassthroughSubject<ProductEvent, Never>()
  @Published public private(set) var state: ProductState
  public var statePublisher: Published<ProductState>.Publisher { $state }

  private var facts = ProductFacts() {
    didSet { show() }
  }
  private let formats: Formats
  private let loads = PassthroughSubject<Void, Never>()
  private let purchases = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// A product that was not asked for yet.
  public init(id: ProductID, _ environment: AppEnvironment) {
    formats = environment.formats
    state = ProductState(facts, formats)

    let (service, main) = (environment.backend.products, environment.main)
    let (keys, random) = (environment.idempotencyKeys, environment.random)
    loads
      .map { service.product(id: id).answer(on: main) }
      .switchToLatest()
      .sink { [weak self] in self?.handleProduct($0) }
      .store(in: &cancellables)
    purchases
      .map {
        let key = keys.key(forPurchaseOf: id, random)
        return service.purchaseProduct(id: id, idempotencyKey: key).answer(on: main)
          .handleEvents(receiveOutput: { keys.receive($0, for: key) })
      }
      .switchToLatest()
      .sink { [weak self] in self?.handleReceipt($0) }
      .store(in: &cancellables)
    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
    environment.dayChanges
      .sink { [weak self] in self?.show() }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: ProductEvent) {
    switch event {
    case .viewDidAppear:
      if facts.product == nil { load() }
    case .retryButtonWasTapped:
      if facts.canRetry { load() }
    case .purchase:
      guard state.buttonEnabled else { return }
      facts.phase = .purchasing
      purchases.send()
    }
  }

  private func load() {
    facts = ProductFacts(isLoading: true)
    loads.send()
  }

  private func handleProduct(_ result: Result<Product, ServiceError>) {
    switch result {
    case .success(let product): facts = ProductFacts(product: product)
    case .failure(let error): facts = ProductFacts(phase: .error(message: error.message))
    }
  }

  private func handleReceipt(_ result: Result<Receipt, ServiceError>) {
    switch result {
    case .success(let receipt): facts.phase = .purchased(receipt: receipt)
    case .failure(let error): facts.phase = .error(message: error.message)
    }
  }

  private func show() {
    let state = ProductState(facts, formats)
    if state != self.state { self.state = state }
  }
}

// MARK: - Outputs, one for each property of the view

extension ProductViewModel {
  /// The product's name.
  public var title: AnyPublisher<String?, Never> { output(\.title) }
  /// What there is to say about the product.
  public var description: AnyPublisher<String?, Never> { output(\.description) }
  /// Whether the product can be bought.
  public var buttonEnabled: AnyPublisher<Bool, Never> { output(\.buttonEnabled) }
  /// What failed, in words.
  public var errorText: AnyPublisher<String?, Never> { output(\.errorText) }
  /// Whether there is nothing that failed.
  public var errorTextHidden: AnyPublisher<Bool, Never> { output(\.errorTextHidden) }

  private func output<Value: Equatable>(_ value: KeyPath<ProductState, Value>) -> AnyPublisher<Value, Never> {
    $state.map { $0[keyPath: value] }.removeDuplicates().eraseToAnyPublisher()
  }
}
