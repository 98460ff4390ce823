import Descriptions
import JSONRPC
import Screens

/// A failure of a tool, as a text that tells an assistant what to do next.
struct ToolFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }

  /// An argument that is missing, unknown or of the wrong type.
  init(_ error: InputError, tool: String) {
    let path = error.pointer.description.dropFirst()
    let argument = path.isEmpty ? "An argument" : "The argument \"\(path)\""
    switch error.reason {
    case .missingMember: self.init("\(argument) is missing. It is \(error.expected).")
    case .unknownMember: self.init("\(argument) is not known. \(tool) takes \(error.expected).")
    case .wrongType: self.init("\(argument) cannot be read: expected \(error.expected).")
    case .unknownScreen: self.init("There is no such screen: expected \(error.expected).")
    case .unknownLink: self.init("There is no such link: expected \(error.expected).")
    case .repeatedMember: self.init("\(argument) is given twice: expected \(error.expected).")
    case .unknownEvent: self.init("There is no such event: expected \(error.expected).")
    }
  }
}

extension MCPServer {
  func registerTools() {
    register("tools/list") { [unowned self] era, _, call in
      let list: JSON = ["tools": .array(tools.tools.map(\.description))]
      call.succeed(complete(list, era, isCacheable: true))
    }
    register("tools/call", .request) { [unowned self] era, params, call in
      guard let name = params["name"]?.string else {
        throw RPCError.invalidParams(JSONPointer("name"), expected: "a string", reason: "wrongType")
      }
      guard let tool = tools[name] else {
        throw RPCError.invalidParams(JSONPointer("name"), expected: "the name of a tool", reason: "unknownTool")
      }
      do throws(ToolFailure) {
        if let state = params["requestState"]?.string {
          try resume(tool, params, state, call, era)
        } else {
          calledArguments = Self.canonical(params["arguments"])
          try run(tool, try Self.arguments(of: params, for: tool), call, era)
        }
      } catch {
        fail(call, error.text, era)
      }
    }
  }

  /// The arguments of a call, all of them known and none missing.
  private static func arguments(of params: JSONText, for tool: Toolbox.Tool) throws(ToolFailure) -> Members {
    do throws(InputError) {
      let members = try arguments(params["arguments"])
      try members.requireOnly(tool.known)
      for name in tool.required where members[name] == nil {
        throw InputError(.missingMember, at: JSONPointer(name), expected: "required")
      }
      return members
    } catch {
      throw ToolFailure(error, tool: tool.name)
    }
  }

  private static func arguments(_ json: JSONText?) throws(InputError) -> Members {
    do throws(InputError) {
      return try Members(orNone: object(json))
    } catch {
      throw error.inside("arguments")
    }
  }

  /// An object, or the one in a text: some assistants send an object inside of an argument so.
  private static func object(_ json: JSONText?) -> JSONText? {
    json?.unescaped.flatMap { try? JSONText(scanning: $0) } ?? json
  }

  private func run(
    _ tool: Toolbox.Tool, _ arguments: Members, _ call: Call, _ era: ProtocolEra
  ) throws(ToolFailure) {
    switch tool.action {
    case .open: try open(arguments, call, era, tool: tool.name)
    case .answerQuestion: try answerQuestion(arguments, call, era, tool: tool.name)
    case .read:
      let answer = ToolAnswer(try screen(arguments, "instance"))
      for question in front.openQuestions { _ = answer.didOpen(question, for: front) }
      self.answer(call, answer, era)
    case .close:
      let screen = try screen(arguments, "instance")
      guard !screen.instance.isApp else { throw ToolFailure("This is the app itself, which stays open.") }
      guard screen.isHeld else {
        throw ToolFailure(
          "You have not opened this screen, so you cannot close it: it is in use elsewhere. Leave it open.")
      }
      let answer = ToolAnswer(screen)
      pending.append(answer)
      screen.close()
      pending.removeAll { $0 === answer }
      self.answer(call, answer, era)
    case .send(let name, let event, let instanceArgument):
      let screen = try screen(arguments, instanceArgument)
      guard screen.name == name else {
        throw ToolFailure("\"\(screen.id)\" is not an instance of the screen \"\(name)\". \(listOfInstances)")
      }
      let json = JSONText(scanned: event.json { arguments[$0].map { Array($0.bytes) } }[...])
      try send(event, json, to: screen, call, era, tool: tool.name)
    }
  }

  private func open(_ arguments: Members, _ call: Call, _ era: ProtocolEra, tool: String) throws(ToolFailure) {
    let answer = ToolAnswer()
    opening = answer
    pending.append(answer)
    do throws(ToolFailure) {
      defer { opening = nil }
      let command = try Self.reading(tool) { () throws(InputError) in try Self.command(arguments) }
      do throws(AppCommandError) {
        try front.perform(command)
      } catch {
        throw Self.failure(of: error, tool: tool)
      }
    } catch {
      pending.removeAll { $0 === answer }
      throw error
    }
    perform(answer, call, era, tool: tool) { answer.screen?.didShow() }
  }

  /// What opens a screen: its name, or a link.
  private static func command(_ arguments: Members) throws(InputError) -> AppCommand {
    guard let link = try arguments.optional("link", String.self) else {
      return .open(screen: try arguments.require("screen", String.self), parameters: object(arguments["params"]))
    }
    guard arguments["screen"] == nil, arguments["params"] == nil else {
      throw InputError(.unknownMember, at: JSONPointer("link"), expected: "either a link, or a screen with its params")
    }
    return .follow(link: link)
  }

  private static func reading<Value>(
    _ tool: String, _ read: () throws(InputError) -> Value
  ) throws(ToolFailure) -> Value {
    do throws(InputError) { return try read() } catch { throw ToolFailure(error, tool: tool) }
  }

  /// The failure of a command that opens a screen.
  private static func failure(of error: AppCommandError, tool: String) -> ToolFailure {
    if let error = error.inputError {
      let isWhole = error.reason == .unknownScreen || error.reason == .unknownLink
      return ToolFailure(isWhole ? error : error.inside("params"), tool: tool)
    }
    if let limit = error.limit {
      return ToolFailure("\(limit) screens are open, and that is the most there can be. Close one first.")
    }
    return ToolFailure("The screen cannot be opened.")
  }

  private func send(
    _ event: Shape.FlatEvent, _ json: JSONText, to screen: AnyShownScreen, _ call: Call, _ era: ProtocolEra,
    tool: String
  ) throws(ToolFailure) {
    let answer = ToolAnswer(screen)
    do throws(EventError) {
      try screen.check(json)
    } catch {
      if let error = error.inputError { throw ToolFailure(event.ofArgument(error), tool: tool) }
      throw ToolFailure("The event was refused, and nothing has changed: \(error.refusal ?? "")")
    }
    var failure: String?
    perform(answer, call, era, tool: tool) {
      do throws(EventError) { try screen.send(json, confirmed: trustsHostConsent) } catch { failure = error.refusal }
      guard let failure else { return }
      answer.cancel()
      pending.removeAll { $0 === answer }
      fail(call, "The event was refused, and nothing has changed: \(failure)", era)
    }
  }

  /// Runs what a call does, and answers when the work that it has started is done.
  func perform(
    _ answer: ToolAnswer, _ call: Call, _ era: ProtocolEra, tool: String, _ action: () -> Void
  ) {
    answer.elicit = { [unowned self, unowned answer] question in
      elicit(question, for: answer, call, era, tool: tool)
    }
    if !pending.contains(where: { $0 === answer }) { pending.append(answer) }
    answer.onDone = { [unowned self, unowned answer] in
      pending.removeAll { $0 === answer }
      self.answer(call, answer, era)
    }
    call.onCancel = { [unowned self, unowned answer] in
      answer.cancel()
      withdrawElicited(by: answer)
      pending.removeAll { $0 === answer }
    }
    action()
    // A host that asks the person has a time of its own, and a call that has ended waits for nothing.
    if answer.onDone != nil, !answer.isEliciting { answer.waitForWork(atMost: workTimeout, on: scheduler) }
  }

  private func screen(_ arguments: Members, _ argument: String) throws(ToolFailure) -> AnyShownScreen {
    guard let name = arguments[argument]?.string else {
      throw ToolFailure("The argument \"\(argument)\" cannot be read: expected a string. \(listOfInstances)")
    }
    guard let screen = front.screen(name), screen.isOpen else {
      throw ToolFailure("There is no such open screen. \(listOfInstances)")
    }
    return screen
  }

  private var listOfInstances: String {
    let names = front.views.filter(\.isOpen).map(\.id)
    return names.isEmpty
      ? "None is open: open one with open_screen." : "Open: \(names.joined(separator: ", "))."
  }

  // MARK: - Answers

  func fail(_ call: Call, _ text: String, _ era: ProtocolEra) {
    call.succeed(complete(["content": [["type": "text", "text": .string(text)]], "isError": true], era))
  }

  /// Answers with the state of the moment in which the frame is written.
  func answer(_ call: Call, _ answer: ToolAnswer, _ era: ProtocolEra) {
    let members = era == .modern ? era.members(name, version) : [:]
    let topic = Topic("tools/call") { writer in
      let text = answer.json
      writer.member("content") {
        $0.array {
          $0.object {
            $0.member("type", "text")
            $0.member("text", String(decoding: text, as: UTF8.self))
          }
        }
      }
      writer.member("structuredContent") { $0.raw(text) }
      for member in members.sorted(by: { $0.key < $1.key }) { writer.member(member.key, member.value) }
    }
    call.succeed(reporting: topic, orIfClosed: RPCError(.internalError))
  }
}
