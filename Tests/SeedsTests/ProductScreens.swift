import AppTesting
import Foundation
import ViewModels

// Scripts that a test plays on a seed's code and on the product's view model. What a front sees after each step has to be
// the same.

/// A step on the balance screen (seed 000).
enum BalanceStep {
  case appear, tapRefresh, resignActive, becomeActive, fail
  case answer(Double)
}

/// What the balance screen shows.
struct BalanceSight: Equatable {
  /// The value; `nil` while it is hidden.
  var value: String?
  var info: String?
  var isFailure: Bool
  var isRefreshing: Bool
  var refreshButtonHidden: Bool
}

/// A step on the registration screen (seed 002).
enum RegistrationStep {
  case username(String)
  case password(String)
  case passwordAgain(String)
  case wait(Double)
}

/// A step on the terms screen (seed 002).
enum TermsStep {
  case terms(Bool)
  case privacy(Bool)
  case name(String)
}

/// What the product screen shows (seed 003).
struct ProductSight: Equatable {
  var title: String?
  var description: String?
  var buttonEnabled: Bool
  var errorText: String?
  var errorTextHidden: Bool
}

/// Plays scripts on the product's view models.
@MainActor enum ProductScreens {
  /// The date text of every answer.
  static let dateText = "Today at 3:04:05 PM"

  /// What the balance shows after each step.
  static func balance(_ script: [BalanceStep]) -> [BalanceSight] {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: []))
    let screen = app.open(.balance)
    let model = screen.model
    return script.map { step in
      switch step {
      case .appear: model.eventSubject.send(.viewDidAppear)
      case .tapRefresh: model.eventSubject.send(.refreshButtonWasTapped)
      case .resignActive: world.environment.application.send(.willResignActive)
      case .becomeActive: world.environment.application.send(.didBecomeActive)
      case .answer(let amount):
        world.backend.last(.balance).succeed(Balance(value: Money(amount: Decimal(amount)), date: .fixed))
      case .fail: world.backend.last(.balance).fail()
      }
      world.scheduler.advance()
      return BalanceSight(
        value: screen.state.isRedacted ? nil : screen.state.valueText, info: screen.state.infoText,
        isFailure: screen.state.infoTone == .failure, isRefreshing: screen.state.isRefreshing,
        refreshButtonHidden: screen.state.refreshButtonHidden)
    }
  }

  /// Whether an account can be created after each wait, and the names that were checked. Every name is available.
  static func registration(_ script: [RegistrationStep]) -> (enabled: [Bool], checked: [String]) {
    let world = TestWorld()
    for _ in script { world.backend.prepare(.username, .success(true)) }
    let model = RegistrationViewModel(world.environment)
    let enabled = script.compactMap { step -> Bool? in
      switch step {
      case .username(let text): model.eventSubject.send(.usernameChanged(text))
      case .password(let text): model.eventSubject.send(.passwordChanged(Password(text)))
      case .passwordAgain(let text): model.eventSubject.send(.passwordAgainChanged(Password(text)))
      case .wait(let seconds):
        world.scheduler.advance(by: .seconds(seconds))
        return model.state.createEnabled
      }
      return nil
    }
    return (enabled, world.backend.calls(.username).map(\.input.text))
  }

  /// Whether the form can be submitted after each step.
  static func terms(_ script: [TermsStep]) -> [Bool] {
    let model = TermsViewModel(.test())
    return script.map { step in
      switch step {
      case .terms(let isOn): model.eventSubject.send(.acceptedTermsChanged(isOn))
      case .privacy(let isOn): model.eventSubject.send(.acceptedPrivacyChanged(isOn))
      case .name(let text): model.eventSubject.send(.nameChanged(text))
      }
      return model.state.submitEnabled
    }
  }

  /// The newest title after each publication.
  static func blog(_ titles: [String?]) -> [String?] {
    let world = TestWorld()
    let model = BlogViewModel(world.environment)
    return titles.map { title in
      model.eventSubject.send(.titleChanged(title ?? ""))
      model.eventSubject.send(.publishButtonWasTapped)
      world.scheduler.advance()
      return model.state.newestTitle
    }
  }

  /// What the product shows at first, and after a purchase that fails with each message.
  static func product(title: String, description: String, failures: [String]) -> [ProductSight] {
    let world = TestWorld()
    let model = ProductViewModel(id: "wand", world.environment)
    let product = Product(id: "wand", title: title, description: description, price: Money(amount: 199))
    world.backend.prepare(.product, .success(product))
    model.eventSubject.send(.viewDidAppear)
    func sight() -> ProductSight {
      world.scheduler.advance()
      return ProductSight(
        title: model.state.title, description: model.state.description, buttonEnabled: model.state.buttonEnabled,
        errorText: model.state.errorText, errorTextHidden: model.state.errorTextHidden)
    }
    return [sight()]
      + failures.map { message in
        model.eventSubject.send(.purchase)
        world.backend.last(.purchase).fail(.problem(status: 503, detail: message))
        return sight()
      }
  }

  /// The number and the symbol's name at first, and after each tap.
  static func counter(taps: Int) -> [(number: Int, symbolName: String)] {
    let model = CounterViewModel(.test())
    return (0...taps).map { tap in
      if tap > 0 { model.eventSubject.send(.nextButtonWasTapped) }
      return (model.state.number, model.state.symbolName)
    }
  }
}
