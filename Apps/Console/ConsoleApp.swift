import TextUI
import ViewModels

/// The app in the console: a view for each screen.
@MainActor struct ConsoleApp: TextApp {
  let core: AppCore

  var screens: [TextScreen] {
    [
      TextScreen(.balance, of: core, BalanceView.init),
      TextScreen(.product, of: core, argument: "ID", ProductView.init) { argument in
        argument.flatMap(ProductID.init(rawValue:)).map { ProductParameters(id: $0) } ?? ProductParameters()
      },
      TextScreen(.registration, of: core, RegistrationView.init),
      TextScreen(.terms, of: core, TermsView.init),
      TextScreen(.blog, of: core, BlogView.init),
      TextScreen(.counter, of: core, CounterView.init),
    ]
  }

  var greeting: String? {
    core.environment.words.text("Tributary. \"screens\" lists the screens, \"help\" the commands.")
  }
}

extension Label {
  /// The tone of the label's text, as a state gives it.
  var tone: InfoTone {
    get { role == .failure ? .failure : .regular }
    set { role = newValue == .failure ? .failure : .content }
  }
}
