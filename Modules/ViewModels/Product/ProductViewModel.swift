import Formatting
public import Models
import Services
public import Streams

/// A product, and a button that buys it (seed 003).
///
/// All taps until the purchase succeeds are one attempt of the user's and carry one idempotency key, so trying again
/// never buys twice.
public final class ProductViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<ProductEvent, Never>()
  @Published public private(set) var state: ProductState
  public var statePublisher: Published<ProductState>.Publisher { $state }

  private let id: ProductID
  private let formats: Formats
  private let random: RandomSource
  private var product: Product?
  private var key: IdempotencyKey?
  private let loads = PassthroughSubject<Void, Never>()
  private let purchases = PassthroughSubject<IdempotencyKey, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// A product that was not asked for yet.
  public init(id: ProductID, _ environment: Environment) {
    self.id = id
    formats = environment.formats
    random = environment.random
    state = ProductState(product: nil, phase: .initial, isLoading: false, formats)

    let (service, main) = (environment.backend.products, environment.main)
    loads
      .map { service.product(id: id).answer(onMain: main) }
      .switchToLatest()
      .sink { [weak self] in self?.handleProduct($0) }
      .store(in: &cancellables)
    purchases
      .map { service.purchaseProduct(id: id, idempotencyKey: $0).answer(onMain: main) }
      .switchToLatest()
      .sink { [weak self] in self?.handleReceipt($0) }
      .store(in: &cancellables)
    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: ProductEvent) {
    switch event {
    case .viewDidAppear:
      guard product == nil else { return }
      show(.initial, isLoading: true)
      loads.send()
    case .purchase:
      guard state.buttonEnabled else { return }
      var random = random
      let key = key ?? .random(using: &random)
      self.key = key
      show(.purchasing)
      purchases.send(key)
    }
  }

  private func handleProduct(_ result: Result<Product, ServiceError>) {
    switch result {
    case .success(let product):
      self.product = product
      show(.initial)
    case .failure(let error): show(.error(message: error.message))
    }
  }

  private func handleReceipt(_ result: Result<Receipt, ServiceError>) {
    switch result {
    case .success(let receipt): show(.purchased(receipt: receipt))
    case .failure(let error): show(.error(message: error.message))
    }
  }

  private func show(_ phase: ProductPhase, isLoading: Bool = false) {
    state = ProductState(product: product, phase: phase, isLoading: isLoading, formats)
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
