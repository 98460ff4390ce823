import Models
import Streams
import TextUI
import ViewModels

/// The app in the console: a view for each screen, and the commands of the application.
@MainActor struct ConsoleApp: TextApp {
  let core: AppCore

  var screens: [TextScreen] {
    [
      screen(.balance, BalanceView.init),
      screen(.product, argument: "ID", ProductView.init) { argument in
        argument.flatMap(ProductID.init(rawValue:)).map { ProductParameters(id: $0) } ?? ProductParameters()
      },
      screen(.registration, RegistrationView.init),
      screen(.terms, TermsView.init),
      screen(.blog, BlogView.init),
      screen(.counter, CounterView.init),
    ]
  }

  var commands: [Command] {
    [
      Command("background", "send the app to the background, where it hides private values") {
        _, _ throws(CommandError) in
        guard core.isActive else { throw CommandError("The app is already in the background.") }
        core.send(.willResignActive)
      },
      Command("foreground", "bring the app back to the foreground") { _, _ throws(CommandError) in
        guard !core.isActive else { throw CommandError("The app is already in the foreground.") }
        core.send(.didBecomeActive)
      },
    ]
  }

  var greeting: String? { "Tributary. \"help\" lists the commands." }
  var status: String? { core.isActive ? nil : "background" }
  var isBusy: Bool { core.isBusy }
  var idle: AnyPublisher<Void, Never> { core.idle }

  private func screen<Model: ViewModel>(
    _ screen: Screen<Model>, argument: String? = nil, _ view: @escaping @MainActor (Model) -> any ScreenView,
    parameters: @escaping (String?) -> Model.Parameters = { _ in Model.Parameters() }
  ) -> TextScreen {
    TextScreen(screen.name, screen.about, argument: argument) { argument in
      let instance = core.open(screen, parameters(argument))
      return TextScreenInstance(view(instance.model), appear: instance.viewDidAppear, close: instance.close)
    }
  }
}

extension Label {
  /// The tone of the label's text, as a state gives it.
  var tone: InfoTone {
    get { role == .failure ? .failure : .regular }
    set { role = newValue == .failure ? .failure : .content }
  }
}
