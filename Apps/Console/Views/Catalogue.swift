import Models
import ViewModels

/// The screens that the console has a view for.
@MainActor struct Catalogue {
  /// A screen that was opened, and its view.
  typealias Opened = (screen: OpenScreen, view: any ScreenView)

  private struct Entry {
    var name: String
    var open: @MainActor (App, String?) throws(CommandError) -> Opened
  }

  private let entries: [Entry] = [
    entry(BalanceScreen.self, BalanceView.init),
    entry(ProductScreen.self, ProductView.init, product),
    entry(RegistrationScreen.self, RegistrationView.init),
    entry(TermsScreen.self, TermsView.init),
    entry(BlogScreen.self, BlogView.init),
    entry(CounterScreen.self, CounterView.init),
  ]

  /// The screens' names.
  var names: [String] { entries.map(\.name) }

  /// Opens a screen.
  ///
  /// - Parameters:
  ///   - name: one of `names`.
  ///   - argument: what the user wrote behind the name.
  func open(_ name: String, _ argument: String?, in app: App) throws(CommandError) -> Opened {
    guard let entry = entries.first(where: { $0.name == name }) else { throw CommandError("There is no such screen.") }
    return try entry.open(app, argument)
  }
}

extension Catalogue {
  private static func entry<S: Screen>(
    _ screen: S.Type, _ view: @escaping @MainActor (S.Model) -> any ScreenView,
    _ parameters: @escaping @MainActor (String?) throws(CommandError) -> S.Parameters = noParameters
  ) -> Entry {
    Entry(name: S.name) { app, argument throws(CommandError) in
      let screen = app.open(screen, try parameters(argument))
      guard let model = screen.viewModel as? S.Model else { throw CommandError("There is no view for this screen.") }
      return (screen, view(model))
    }
  }

  private static func noParameters<P: ScreenParameters>(_ argument: String?) throws(CommandError) -> P {
    guard argument == nil else { throw CommandError("This screen takes nothing behind its name.") }
    return P()
  }

  private static func product(_ argument: String?) throws(CommandError) -> ProductParameters {
    guard let argument else { return ProductParameters() }
    guard let id = ProductID(rawValue: argument) else { throw CommandError("That cannot be a product's ID.") }
    return ProductParameters(id: id)
  }
}
