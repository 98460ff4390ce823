public import Descriptions
public import Screens

/// The JSON Schemas of an app in one document, for validators and for generators of code.
extension ScreenServer {
  /// One JSON Schema (2020-12) with a definition for each type of the app: states, events, parameters and results of its
  /// screens, inputs and answers of its operations.
  ///
  /// The definitions have the titles of their types as names, as in ``openRPC(name:version:screens:services:questions:)``.
  /// `x-screens` and `x-services` refer to those that belong to a screen or to an operation. The document alone accepts
  /// any value.
  ///
  /// ```swift
  /// let schema = ScreenServer.schema(
  ///   screens: AppCore.screens, services: AppDefinition.tributary.services)
  /// ```
  ///
  /// - Parameters:
  ///   - name: the server's name.
  ///   - version: the server's version.
  ///   - screens: the screens of its app.
  ///   - app: the app's own view model; it is under `x-app`.
  ///   - services: the operations of its app's services.
  public static func schema(
    name: String = "tributary", version: String = "0.1.0", screens: [AnyScreen], app: AnyScreen? = nil,
    services: [ServiceDescription] = []
  ) -> JSON {
    var components = SchemaPrinter(definitionsAt: "#/$defs/")
    let screens = screens.map { describe($0, &components) }
    let operations = services.map { describe($0, &components) }
    let whole: [String: JSON] = app.map { ["x-app": describe($0, &components)] } ?? [:]
    _ = components.schema(of: ApplicationEvent.shape)
    let document: JSON = [
      "$schema": ProtocolShapes.dialect,
      "title": .string(name),
      "description": .string("The states, events and operations of \(name) \(version)."),
      "$defs": .object(components.definitions),
      "x-screens": .array(screens),
      "x-services": .array(operations),
    ]
    return document.with(whole)
  }
}
