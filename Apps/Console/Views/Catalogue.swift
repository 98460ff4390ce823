import Models
import ViewModels

/// The screens that the console has a view for.
@MainActor struct Catalogue {
  /// A screen that was opened, and its view.
  typealias Opened = (instance: AnyScreenInstance, view: any ScreenView)

  private struct Entry {
    var name: String
    var open: @MainActor (AppCore, String?) throws(CommandError) -> Opened
  }

  private let entries: [Entry] = [
    entry(.balance, BalanceView.init),
    entry(.product, ProductView.init, product),
    entry(.registration, RegistrationView.init),
    entry(.terms, TermsView.init),
    entry(.blog, BlogView.init),
    entry(.counter, CounterView.init),
  ]

  /// The screens' names.
  var names: [String] { entries.map(\.name) }

  /// Opens a screen.
  ///
  /// - Parameters:
  ///   - name: one of `names`.
  ///   - argument: what the user wrote behind the name.
  func open(_ name: String, _ argument: String?, in app: AppCore) throws(CommandError) -> Opened {
    guard let entry = entries.first(where: { $0.name == name }) else { throw CommandError("There is no such screen.") }
    return try entry.open(app, argument)
  }
}

extension Catalogue {
  private static func entry<Model: ViewModel>(
    _ screen: Screen<Model>, _ view: @escaping @MainActor (Model) -> any ScreenView,
    _ parameters: @escaping @MainActor (String?) throws(CommandError) -> Model.Parameters = noParameters
  ) -> Entry {
    Entry(name: screen.name) { app, argument throws(CommandError) in
      let instance = app.open(screen, try parameters(argument))
      return (instance, view(instance.model))
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
