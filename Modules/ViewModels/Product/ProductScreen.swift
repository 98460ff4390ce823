import Formatting
public import Models
import Services

extension Screen<ProductViewModel> {
  /// A product that can be bought.
  public static var product: Self {
    Screen("product", about: "A product, and a button that buys it.", appearance: .viewDidAppear) {
      ProductViewModel(id: $0.id ?? $1.featuredProduct, $1)
    }
  }
}

/// The product that the screen shows.
public struct ProductParameters: OptionalParameters {
  /// The product's ID; `nil` for the featured product.
  public var id: ProductID?

  public static let fields: Fields<ProductParameters> = [
    Field(\.id, "The product, such as wand, cloak or broomstick; the featured one by default.")
  ]

  /// The featured product.
  public init() { id = nil }

  /// A product, or the featured one.
  public init(id: ProductID?) { self.id = id }
}

/// What the user did on the product screen. `purchase` is the action of seed 003.
public enum ProductEvent: CaseIterable, ScreenEvent {
  /// The screen appeared. The product is loaded unless it is known.
  case viewDidAppear
  /// The user asked for another try of a failed load.
  case retryButtonWasTapped
  /// The user wants to buy the product.
  case purchase
  /// The user wants to buy the product although an earlier purchase went through, or may have.
  case confirmButtonWasTapped
  /// The user does not want to buy the product again.
  case declineButtonWasTapped

  public static let cases: [EventCase<ProductEvent>] = [
    EventCase(.viewDidAppear, "The screen appeared."),
    EventCase(.retryButtonWasTapped, "Try a failed load of the product again.").hidden(
      by: \ProductState.retryButtonHidden),
    EventCase(.purchase, "Buy the product.").labelled("Buy").purpose(.primary)
      .disabled(by: \ProductState.buttonDisabledReason),
    EventCase(.confirmButtonWasTapped, "Buy it, although an earlier purchase went through, or may have.")
      .labelled("Buy again").hidden(by: \ProductState.confirmationHidden),
    EventCase(.declineButtonWasTapped, "Do not buy it again.")
      .labelled("Do not buy").purpose(.cancel).hidden(by: \ProductState.confirmationHidden),
  ]
}

/// A product, and a button that buys it (seed 003).
///
/// All taps until a receipt are one wish of the user and carry one idempotency key, also on other screens of the product
/// and, with a storage, in the next run of the program; see `IdempotencyKeys`. So a second try never buys twice. A receipt of
/// an earlier wish is shown as such, and the user is asked whether to buy again.
public final class ProductViewModel: ViewModel {
  public typealias Parameters = ProductParameters

  public let eventSubject = EventSubject<ProductEvent>()
  @Published public private(set) var state: ProductState
  public var statePublisher: Published<ProductState>.Publisher { $state }

  @Published private var facts = ProductFacts()
  private let words: () -> Words
  private let loads = PassthroughSubject<Void, Never>()
  /// Whether the user has confirmed the purchase.
  private let purchases = PassthroughSubject<Bool, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a product that was not loaded yet.
  public init(id: ProductID, _ environment: AppEnvironment) {
    state = ProductState(ProductFacts(), environment)
    words = { environment.words }
    environment.states(of: $facts, ProductState.init).assign(to: &$state)

    let service = environment.backend.products
    loads
      .map { service.product(id: id).result() }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    purchases
      .map { isConfirmed in
        environment.request(.purchase, for: id, isConfirmed: isConfirmed) {
          service.purchaseProduct(id: id, idempotencyKey: $0)
        }
        .result()
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: ProductEvent) {
    // An app has asked; a view of the view model alone has not.
    guard refusal(of: event) == nil else { return }
    switch event {
    case .viewDidAppear: if facts.product == nil { load() }
    case .retryButtonWasTapped: load()
    case .purchase: purchase()
    case .confirmButtonWasTapped: purchase(isConfirmed: true)
    case .declineButtonWasTapped: facts.phase = .initial
    }
  }

  public func refusal(of event: ProductEvent) -> String? {
    switch event {
    case .retryButtonWasTapped where !facts.canRetry: words().string(RefusalText.nothingToRetry)
    case .confirmButtonWasTapped where !facts.isAsking: words().string(Words.text("There is nothing to confirm."))
    case .declineButtonWasTapped where !facts.isAsking: words().string(Words.text("There is nothing to decline."))
    default: event.describedRefusal(in: state)
    }
  }

  private func purchase(isConfirmed: Bool = false) {
    facts.phase = .purchasing
    purchases.send(isConfirmed)
  }

  private func load() {
    facts = ProductFacts(isLoading: true)
    loads.send()
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
