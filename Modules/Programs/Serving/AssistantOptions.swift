public import JSONRPC
public import MCP
public import Screens
import Words

/// The options of an assistant's conversation: those of a program that serves one, and of a library in C.
public struct AssistantOptions: Equatable, Sendable {
  /// What the assistant may do.
  public var rights = AssistantRights()
  /// Whether an answer to the assistant links the resource of a screen that it has opened.
  public var linksScreens = false

  /// No options: the assistant may do nothing that is for persons alone.
  public init() {}

  /// The options of these values.
  ///
  /// - Parameter values: The values by the names of the options, with their dashes. Others are ignored.
  public init(_ values: [String: String]) {
    for (option, value) in values { _ = read(option, value) }
  }

  /// The options as a table declares them.
  public static let declared = [
    CommandOption(
      "--mcp-secrets", goesWithReplay: true,
      Words.text(
        "let an assistant send the events that take a secret, such as a password: the values then stand in its transcript"
      )),
    CommandOption(
      "--mcp-private", goesWithReplay: true,
      Words.text("show an assistant what is private also while no person's front is active")),
    CommandOption(
      "--mcp-consent", goesWithReplay: true,
      Words.text(
        "let the consent of an assistant's host count as a person's: nothing more is asked before something is deleted"
      )),
    CommandOption(
      "--mcp-links", goesWithReplay: true,
      Words.text(
        "link the resource of a screen in the answer that opens it, for a host of an assistant that reads such links")
    ),
    CommandOption(
      "--mcp-files", .folder("DIR"), goesWithReplay: true,
      Words.text(
        "let an assistant give the app files of this folder, and save some there, where no person is asked: no other folder, no link"
      )),
  ]

  /// Reads the value of an option.
  ///
  /// - Returns: false if it is not one of these options.
  mutating func read(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--mcp-secrets": rights.offersSecrets = true
    case "--mcp-private": rights.showsPrivateFields = true
    case "--mcp-consent": rights.trustsHostConsent = true
    case "--mcp-links": linksScreens = true
    case "--mcp-files": rights.files = FileFolder(value)
    default: return false
    }
    return true
  }

  /// The name of an option that is set; `nil` if none is.
  var name: String? {
    if rights.offersSecrets { return "--mcp-secrets" }
    if rights.showsPrivateFields { return "--mcp-private" }
    if rights.files != nil { return "--mcp-files" }
    if linksScreens { return "--mcp-links" }
    return rights.trustsHostConsent ? "--mcp-consent" : nil
  }

  /// Serves an assistant.
  ///
  /// - Parameters:
  ///   - front: The front, whose name and version the assistant's host is told.
  ///   - session: The session of the app.
  ///   - output: Where the frames go.
  ///   - makeApp: Makes the app, or returns one that others have, too.
  @preconcurrency @MainActor public func serve(
    _ front: Front, _ session: FrontSession, _ output: any Output, _ makeApp: @escaping @MainActor () -> AppCore
  ) -> MCPServer {
    MCPServer(
      output: output, name: front.name, version: front.version, rights: rights,
      isClosedWorld: session.hasMockAlone, linksScreens: linksScreens, makeApp)
  }
}
