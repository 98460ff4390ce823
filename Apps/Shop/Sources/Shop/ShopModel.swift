import Screens

struct ShopState: ScreenState {
  var account: String?
  var count: Int

  init(_ lines: [Line], _ environment: AppEnvironment) {
    account = environment.account.isEmpty ? nil : environment.account
    count = lines.reduce(0) { $0 + $1.count }
  }

  static let fields: Fields<ShopState> = [
    Field(\.account, "Who is signed in.", .isPrivate(as: "•••")),
    // The tab of the basket says it.
    Field(\.count, "How much is in the basket.", as: .badge).forPrograms(),
  ]
}

enum ShopEvent: ScreenEvent {
  static let cases: [EventCase<ShopEvent>] = []
}

/// What belongs to no screen: who is signed in, what is in the basket, and where people sign in.
final class ShopModel: FactsViewModel<[Line], ShopState, ShopEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init([], environment, ShopState.init)
    if let language = try? environment.storage.value(for: .language) { environment.speak(language) }
    environment.basket.publisher.sink { [unowned self] in facts = $0 }.store(in: &cancellables)
    // The state says who is signed in.
    environment.accountChanges.sink { [unowned self] _ in facts = facts }.store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }
}

extension Screen<ShopModel> {
  static var shop: Self { Screen("app", about: "The shop.") { ShopModel($1) } }
}
