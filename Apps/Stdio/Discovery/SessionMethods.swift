import JSON
import ViewModels

/// The methods that the session has by itself, in words and schemas.
@MainActor enum SessionMethods {
  /// A method's place in the document.
  struct Description {
    let name: String
    let about: String
    var parameters: [Parameter] = []
    /// The schema of the result; `nil` for a notification.
    var result: JSON?
  }

  /// What the protocol's table has before the screens' methods.
  static let opening = [
    Description(
      name: "initialize", about: "Optional; if sent, then first and once.",
      parameters: [
        Parameter("protocolVersion", "The version that the front speaks.") { ["const": "1"] },
        Parameter("clientInfo", "Who the front is.") { ["type": "object"] },
        Parameter("processId", "The front's process.") { ["type": "integer"] },
        Parameter("capabilities", "What the front can do.") { ["type": "object"] },
      ],
      result: JSON.closedObject([
        "protocolVersion": ["const": "1"],
        "coreInfo": JSON.closedObject(["name": ["type": "string"], "version": ["type": "string"]]),
        "capabilities": ["type": "object"], "limits": ["type": "object"],
      ])),
    Description(name: "initialized", about: "Ignored."),
    Description(name: "notifications/initialized", about: "Ignored."),
  ]

  /// What the table has after them.
  static let closing = [
    Description(name: "ping", about: "Answers.", result: JSON.closedObject([:])),
    Description(
      name: "$/cancelRequest", about: "The requests with this id answer -32800, if they are in flight.",
      parameters: [
        Parameter("id", "The id.", isRequired: true) { ["type": ["string", "number", "null"]] }
      ]),
    Description(name: "shutdown", about: "Refuses every request from here on.", result: JSON.closedObject([:])),
    Description(name: "exit", about: "Ends the process: with 0 after a shutdown, else with 1."),
  ]
}
