public import Screens

/// A language for which the server has a client.
public enum ClientLanguage: String, CaseIterable, Sendable {
  /// Python 3.9 or later.
  case python
  /// TypeScript for Node.js: types that can be erased, so that Node.js runs the file as it is.
  case typescript
}

extension ScreenServer {
  /// The source of a client: one file without dependencies, with a class for each screen.
  ///
  /// ```swift
  /// try ScreenServer.client(.python, screens: app.screens).write(to: URL(filePath: "tributary.py"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// - Parameters:
  ///   - language: the language of the source.
  ///   - name: the name of the program that serves the screens, which the client starts if it is not told otherwise.
  ///   - version: the program's version.
  ///   - screens: the screens of its app.
  ///   - services: the operations for which the client has handlers.
  public static func client(
    _ language: ClientLanguage, name: String = "tributary-stdio", version: String = "0.1.0",
    screens: [AnyScreen], services: [ServiceDescription] = []
  ) -> String {
    client(language, name: name, version: version, shapes: screens.map(ScreenShapes.init), services: services)
  }

  /// The source of a client for screens that are known by their shapes.
  nonisolated static func client(
    _ language: ClientLanguage, name: String, version: String, shapes: [ScreenShapes],
    services: [ServiceDescription] = []
  ) -> String {
    switch language {
    case .python:
      let schema = ClientSchema(
        shapes, services: services, reserved: PythonClient.typeNames, ownTypes: PythonClient.ownTypes)
      return PythonClient(schema).source(name: name, version: version)
    case .typescript:
      let schema = ClientSchema(
        shapes, services: services, reserved: TypeScriptClient.typeNames, ownTypes: TypeScriptClient.ownTypes)
      return TypeScriptClient(schema).source(name: name, version: version)
    }
  }
}
