public import Requests
public import ScreenDescriptions

/// A language in which a client of an app's screens can be written.
public enum ClientLanguage: String, CaseIterable, Sendable {
  /// Python 3.11 or later.
  case python
  /// TypeScript for Node.js: types that can be erased, so that Node.js runs the file as it is.
  case typescript
  /// Swift 6.0 or later, on Linux and macOS.
  case swift

  /// The source of a client: one file without dependencies, with a class for each screen.
  ///
  /// ```swift
  /// let screens = AppCore.screens.map(ScreenDescription.init)
  /// let source = ClientLanguage.python.client(of: screens, name: "library-stdio", version: "1.0")
  /// try source.write(to: URL(filePath: "library.py"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// - Parameters:
  ///   - screens: the screens of the app, and the app itself.
  ///   - services: the operations for which the client has handlers.
  ///   - name: the name of the program that serves the screens, which the client starts if it is not told otherwise.
  ///   - version: the program's version.
  ///   - hasLinks: whether links lead into the app.
  public func client(
    of screens: [ScreenDescription], services: [ServiceDescription] = [], name: String, version: String,
    hasLinks: Bool = false
  ) -> String {
    switch self {
    case .python:
      let schema = ClientSchema(
        screens, services: services, reserved: PythonClient.typeNames, ownTypes: PythonClient.ownTypes)
      return PythonClient(schema, hasLinks: hasLinks).source(name: name, version: version)
    case .typescript:
      let schema = ClientSchema(
        screens, services: services, reserved: TypeScriptClient.typeNames, ownTypes: TypeScriptClient.ownTypes)
      return TypeScriptClient(schema, hasLinks: hasLinks).source(name: name, version: version)
    case .swift:
      let schema = ClientSchema(
        screens, services: services, reserved: SwiftClient.typeNames, ownTypes: SwiftClient.ownTypes)
      return SwiftClient(schema, hasLinks: hasLinks).source(name: name, version: version)
    }
  }
}
