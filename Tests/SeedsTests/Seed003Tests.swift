import Foundation
import Streams
import Testing

/// Seed 003, "Swift, MVVM and Combine": one output for each property of the view.
@MainActor @Suite struct Seed003Tests {
  private let product = Product(id: 7, title: "Wand", description: "Eleven inches of oak.")

  private func controller(_ backend: Backend) -> ViewController {
    let controller = ViewController(ViewModel(product: product, backend: backend))
    controller.viewDidLoad()
    return controller
  }

  @Test func `shows the product`() {
    let controller = controller(Backend())
    #expect(controller.titleLabel.text == "Wand")
    #expect(controller.descriptionLabel.text == "Eleven inches of oak.")
    #expect(controller.purchaseButton.isEnabled)
    #expect(controller.errorLabel.text == nil)
    #expect(controller.errorLabel.isHidden)
  }

  @Test func `buys at a tap`() {
    let backend = Backend()
    let controller = controller(backend)
    controller.purchaseButtonTouchUpInside(controller.purchaseButton)
    #expect(backend.purchased == [7])
    #expect(controller.errorLabel.isHidden)
  }

  @Test func `shows a failure in the backend's words`() {
    let backend = Backend()
    backend.failure = PurchaseFailure()
    let controller = controller(backend)
    controller.purchaseButtonTouchUpInside(controller.purchaseButton)
    #expect(controller.errorLabel.text == "Something went wrong!")
    #expect(!controller.errorLabel.isHidden)
    #expect(controller.titleLabel.text == "Wand")
  }

  @Test func `shows what the product's view model shows`() {
    let backend = Backend()
    let controller = controller(backend)
    func sight() -> ProductSight {
      ProductSight(
        title: controller.titleLabel.text, description: controller.descriptionLabel.text,
        buttonEnabled: controller.purchaseButton.isEnabled, errorText: controller.errorLabel.text,
        errorTextHidden: controller.errorLabel.isHidden)
    }
    var sights = [sight()]
    for _ in 1...2 {
      backend.failure = PurchaseFailure()
      controller.purchaseButtonTouchUpInside(controller.purchaseButton)
      sights.append(sight())
    }
    let failures = Array(repeating: "Something went wrong!", count: 2)
    #expect(
      sights == ProductScreens.product(title: product.title, description: product.description, failures: failures))
  }

  @Test func `keeps the view as it is without the cancellables`() {
    let controller = controller(Backend())
    controller.cancelables = []
    controller.viewModel.title.value = "Cloak"
    #expect(controller.titleLabel.text == "Wand")
  }

  /// The seed writes `_ = state.sink(…)`. It receives the current state only, because the subscription is not stored.
  @Test func `ends a subscription that is not stored`() {
    let state = CurrentValueSubject<Int, Never>(1)
    var heard: [Int] = []
    _ = state.sink(receiveValue: { heard.append($0) })
    state.value = 2
    #expect(heard == [1])
  }
}

private struct Product {
  var id: Int
  var title: String
  var description: String
}

private struct PurchaseFailure: LocalizedError {
  var errorDescription: String? { "Something went wrong!" }
}

private final class Backend {
  var failure: PurchaseFailure?
  private(set) var purchased: [Int] = []

  func purchaseProduct(id: Int) throws {
    if let failure { throw failure }
    purchased.append(id)
  }
}

private class ViewModel {
  let title = CurrentValueSubject<String?, Never>(nil)
  let description = CurrentValueSubject<String?, Never>(nil)
  let buttonEnabled = CurrentValueSubject<Bool, Never>(false)
  let errorText = CurrentValueSubject<String?, Never>(nil)
  let errorTextHidden = CurrentValueSubject<Bool, Never>(true)

  let product: Product
  let backend: Backend

  enum State {
    case initial
    case error(message: String)
  }

  enum Action {
    case purchase
  }

  let state = CurrentValueSubject<State, Never>(.initial)
  let action = PassthroughSubject<Action, Never>()
  private var cancelables: [AnyCancellable] = []

  init(product: Product, backend: Backend) {
    self.product = product
    self.backend = backend

    cancelables.append(
      state.sink(receiveValue: { [weak self] state in
        self?.processState(state)
      }))

    cancelables.append(
      action.sink(receiveValue: { [weak self] action in
        self?.processAction(action)
      }))
  }

  func processState(_ state: State) {
    switch state {
    case .initial:
      title.value = product.title
      description.value = product.description
      buttonEnabled.value = true
      errorText.value = nil
      errorTextHidden.value = true
    case .error(let message):
      errorText.value = message
      errorTextHidden.value = false
    }
  }

  func processAction(_ action: Action) {
    switch action {
    case .purchase:
      do {
        try backend.purchaseProduct(id: product.id)
      } catch {
        state.value = .error(message: error.localizedDescription)
      }
    }
  }
}

private class ViewController: UIViewController {
  let titleLabel = UILabel()
  let descriptionLabel = UILabel()
  let purchaseButton = UIButton()
  let errorLabel = UILabel()

  let viewModel: ViewModel

  init(_ viewModel: ViewModel) {
    self.viewModel = viewModel
  }

  var cancelables: [AnyCancellable] = []

  override func viewDidLoad() {
    super.viewDidLoad()

    self.cancelables = [
      viewModel.title.assign(to: \.text, on: titleLabel),
      viewModel.description.assign(to: \.text, on: descriptionLabel),
      viewModel.buttonEnabled.assign(to: \.isEnabled, on: purchaseButton),
      viewModel.errorText.assign(to: \.text, on: errorLabel),
      viewModel.errorTextHidden.assign(to: \.isHidden, on: errorLabel),
    ]
  }

  func purchaseButtonTouchUpInside(_ sender: UIButton) {
    viewModel.action.send(.purchase)
  }
}
