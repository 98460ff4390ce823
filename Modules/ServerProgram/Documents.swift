import ClientGenerator
public import Programs
import ScreenServer
import Screens
import Words

extension ServerProgram {
  /// A document that options print in place of a session.
  public struct Document: Sendable {
    let options: [CommandOption]
    let incomplete: LocalizedText?
    let text: @MainActor @Sendable (_ front: Front, _ values: [String: String]) throws(OptionError) -> String?

    /// A document that an option asks for.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - text: Makes the document of the program and the value of the option; `nil` if there is none for that value.
    public init(
      _ option: CommandOption, _ text: @escaping @MainActor @Sendable (_ front: Front, _ value: String) -> String?
    ) {
      self.init([option]) { front, values in values[option.name].flatMap { text(front, $0) } }
    }

    /// A document that several options ask for, in any order.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - incomplete: What is said of options that ask for no document.
    ///   - text: Makes the document of the program and the values of the options, by their names; `nil` if they ask for none. It throws
    ///     an `OptionError` for values that do not go together.
    init(
      _ options: [CommandOption], incomplete: LocalizedText? = nil,
      _ text: @escaping @MainActor @Sendable (_ front: Front, _ values: [String: String]) throws(OptionError) -> String?
    ) {
      self.options = options
      self.incomplete = incomplete
      self.text = text
    }
  }
}

extension ServerProgram.Document {
  /// The documents of every server.
  static let standard = [client, openRPC, schema, screens]

  private static let importGoesWithTypeScript = Words.text("--import goes with --client typescript.")

  private static let client = Self(
    [
      CommandOption(
        "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)),
        Words.text("print a client for \"python\", \"typescript\" or \"swift\": one file, without dependencies")),
      CommandOption(
        "--import", .text("PATH"),
        Words.text(
          "with --client typescript, print the types of the screens alone, for the store of the web front at PATH, such as ./store.js"
        )),
    ], incomplete: importGoesWithTypeScript
  ) { front, values throws(OptionError) in
    guard let language = values["--client"].flatMap(ClientLanguage.init(rawValue:)) else { return nil }
    guard let path = values["--import"] else {
      return language.client(
        of: front.app.descriptions, services: front.app.services, name: front.name, version: front.version,
        hasLinks: !front.app.links.routes.isEmpty)
    }
    guard language == .typescript else { throw OptionError(importGoesWithTypeScript) }
    return StoreTypes.source(of: front.app.descriptions, name: front.name, version: front.version, import: path)
  }

  private static let openRPC = Self(
    CommandOption("--openrpc", Words.text("print the OpenRPC document, which \"rpc.discover\" answers as well"))
  ) { front, _ in
    text(ScreenServer.openRPC(name: front.name, version: front.version, app: front.app, services: front.app.services))
  }

  private static let schema = Self(
    CommandOption("--schema", Words.text("print the JSON Schemas of states, events and operations, as one document"))
  ) { front, _ in
    text(
      ScreenServer.schema(
        name: front.name, version: front.version, screens: front.app.screens, app: front.app.app,
        services: front.app.services))
  }

  private static let screens = Self(
    CommandOption("--screens", Words.text("print what each screen shows and takes, as Markdown"))
  ) { front, _ in
    ScreenReference(of: front.app.descriptions, command: "\(front.name) --screens").text
  }

  private static func text(_ document: JSON) -> String { String(decoding: document.json, as: UTF8.self) }
}
