import Formatting
public import Models
import Services
public import Streams

/// A product, and a button that buys it (seed 003).
///
/// All taps until a definite answer of the backend are one intent of the user and carry one idempotency key, even on other
/// screens of the product. So a second try never buys twice.
public final class ProductViewModel: ViewModel {
  public typealias Parameters = ProductParameters

  public let eventSubject = PassthroughSubject<ProductEvent, Never>()
  @Published public private(set) var state: ProductState
  public var statePublisher: Published<ProductState>.Publisher { $state }

  private var facts = ProductFacts() {
    didSet { updateState() }
  }
  private let formats: Formats
  private let loads = PassthroughSubject<Void, Never>()
  private let purchases = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a product that was not loaded yet.
  public init(id: ProductID, _ environment: AppEnvironment) {
    formats = environment.formats
    state = ProductState(facts, formats)

    let (service, main) = (environment.backend.products, environment.main)
    let (keys, random) = (environment.idempotencyKeys, environment.random)
    loads
      .map { service.product(id: id).answer(on: main) }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    purchases
      .map {
        keys.request(for: .purchase(id), random) {
          service.purchaseProduct(id: id, idempotencyKey: $0).answer(on: main)
        }
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)

    environment.dayChanges
      .sink { [weak self] in self?.updateState() }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: ProductEvent) {
    switch event {
    case .viewDidAppear: if facts.product == nil { load() }
    case .retryButtonWasTapped: if facts.canRetry { load() }
    case .purchase:
      guard facts.canPurchase else { return }
      facts.phase = .purchasing
      purchases.send()
    }
  }

  private func load() {
    facts = ProductFacts(isLoading: true)
    loads.send()
  }

  private func updateState() {
    let state = ProductState(facts, formats)
    if state != self.state { self.state = state }
  }
}

// MARK: - Outputs, one for each property of the view

extension ProductViewModel {
  /// The product's name.
  public var title: AnyPublisher<String?, Never> { output(\.title) }
  /// The product's description.
  public var description: AnyPublisher<String?, Never> { output(\.description) }
  /// Whether the product can be bought.
  public var buttonEnabled: AnyPublisher<Bool, Never> { output(\.buttonEnabled) }
  /// Why the last request failed, for the user.
  public var errorText: AnyPublisher<String?, Never> { output(\.errorText) }
  /// Whether the error text is hidden.
  public var errorTextHidden: AnyPublisher<Bool, Never> { output(\.errorTextHidden) }

  private func output<Value: Equatable>(_ value: KeyPath<ProductState, Value>) -> AnyPublisher<Value, Never> {
    $state.map { $0[keyPath: value] }.removeDuplicates().eraseToAnyPublisher()
  }
}
