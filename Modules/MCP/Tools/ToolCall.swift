import Descriptions
import JSONRPC
import Screens

extension AnyScreenInstance {
  /// Whether another screen has opened it, or one that that has opened.
  fileprivate func isOpened(in screen: AnyScreenInstance) -> Bool {
    opener.map { $0 === screen || $0.isOpened(in: screen) } ?? false
  }
}

extension MCPServer {
  func registerTools() {
    register("tools/list") { [unowned self] request in
      let revision = request.revision
      let page = try Page(tools.descriptions.tools(revision), of: request)
      let members = page.members.merging(revision.members(name, version)) { $1 }.merging(revision.cacheMembers) { $1 }
      request.call.succeed { writer in
        for name in (members.keys + ["tools"]).sorted() {
          if let member = members[name] {
            writer.member(name, member)
          } else {
            writer.member(name, Array(page.elements))
          }
        }
      }
    }
    // NB: immediate, so that a call too many is a failure of the tool, which a model reads.
    register("tools/call", .immediate) { [unowned self] request in
      guard let name = request.params["name"]?.string else {
        throw RPCError.invalidParams(JSONPointer("name"), expected: "a string", reason: "wrongType")
      }
      guard let tool = tools[name] else {
        let advice = tools.isWithheld(name) ? "; this is for a person alone: ask the person" : ""
        throw RPCError.invalidParams(
          JSONPointer("name"), expected: "the name of a tool" + advice, reason: "unknownTool")
      }
      guard session.inFlightCount < callLimit else {
        return fail(request) { [callLimit] in
          "Overloaded: \(callLimit) calls are open. Wait until one is answered, and call again."
        }
      }
      do throws(ToolFailure) {
        if let state = request.params["requestState"]?.string {
          try resume(tool, state, request)
        } else {
          let arguments = request.params["arguments"]
          try run(tool, try Self.reading(tool) { () throws(InputError) in try tool.read(arguments) }, request)
        }
      } catch {
        fail(request) { error.text }
      }
    }
  }

  private func run(_ tool: Tool, _ arguments: ToolArguments, _ request: Request) throws(ToolFailure) {
    switch tool.action {
    case .open:
      try open(Self.reading(tool) { () throws(InputError) in try Self.command(arguments) }, tool, request)
    case .openScreen(let name): try open(.open(screen: name, parameters: arguments.object), tool, request)
    case .answerQuestion: try answerQuestion(arguments, tool, request)
    case .read:
      let screen = try screen(arguments, "instance")
      if let reading = StateReading(arguments) { return try self.answer(request, reading, screen) }
      let answer = ToolAnswer(screen, content: arguments.revision.map { .changes(since: $0) } ?? .state)
      for question in front.openQuestions { _ = answer.didOpen(question, for: front) }
      self.answer(request, answer)
    case .close:
      let screen = try screen(arguments, "instance")
      guard !screen.isApp else { throw ToolFailure("This is the app itself, which stays open.") }
      guard screen.isHeld else {
        throw ToolFailure(
          "You have not opened this screen, so you cannot close it: it is in use elsewhere. Leave it open.")
      }
      leave(screen, discards: arguments["discard"]?.bool == true, tool, request)
    case .send(let name, let event, let instanceArgument):
      let screen = try screen(arguments, instanceArgument)
      guard screen.name == name else {
        throw ToolFailure("\"\(screen.id)\" is not an instance of the screen \"\(name)\". \(listOfInstances)")
      }
      let json = JSONText(scanned: event.json { arguments[$0].map { Array($0.bytes) } }[...])
      let isOwn = event.arguments.contains { $0.member.name == "since" }
      try send(event, json, to: screen, since: isOwn ? nil : arguments.revision, tool, request)
    }
  }

  /// Leaves a screen. A person is asked first if it has what was not saved.
  ///
  /// - Parameter discards: Whether to lose that, once no person could be asked, if it is the assistant's alone.
  private func leave(_ screen: AnyScreenInstance, discards: Bool, _ tool: Tool, _ request: Request) {
    let answer = ToolAnswer(screen, leaving: front.screens.filter { $0.isOpened(in: screen) })
    perform(answer, tool, request) {
      if discards, calls.undecided.contains(screen.id), screen.isFrontsAlone { return screen.close() }
      let outcome = screen.leave()
      answer.failure = { [unowned calls, unowned answer] in
        guard screen.isOpen else { return nil }
        switch outcome {
        case .left: return nil
        case .held(nil): return "The screen stays open, because it asks first: its state says what. Read it."
        case .held:
          return answer.questions.contains(where: \.isOpen)
            ? "The screen stays open, because what was entered is not saved, and a person is asked first. Read it again "
              + "later, and do not close it again."
            : "The screen stays open: what was entered is not saved, and the person keeps it, or was not asked."
        case .cannotAsk(let reason):
          let text = "The screen stays open, because what was entered is not saved, and no person can be asked"
          guard screen.isFrontsAlone else { return "\(text). \(reason)" }
          calls.undecided.insert(screen.id)
          return text
            + " here: ask them yourself, and call close_screen again with \"discard\": true to lose what you have entered, or have this "
            + "server started with --attach at the app that they use."
        }
      }
    }
  }

  private func open(_ command: AppCommand, _ tool: Tool, _ request: Request) throws(ToolFailure) {
    let answer = ToolAnswer(content: .state, links: true)
    answer.logLevel = request.logLevel
    do throws(AppCommandError) {
      try calls.open(for: answer) { () throws(AppCommandError) in try front.perform(command) }
    } catch {
      throw Self.failure(of: error, tool)
    }
    // The client will not learn of a screen whose opening it has cancelled.
    let undo = { () -> Void in answer.screen?.close() }
    perform(answer, tool, request, ifCancelled: undo) { answer.screen?.viewDidAppear() }
  }

  /// What opens a screen: its name, or a link.
  private static func command(_ arguments: ToolArguments) throws(InputError) -> AppCommand {
    guard let link = arguments["link"] else {
      guard let screen = arguments["screen"] else {
        throw InputError(.missingMember, at: JSONPointer("screen"), expected: "required")
      }
      guard let name = screen.string else {
        throw InputError(.wrongType, at: JSONPointer("screen"), expected: "a string")
      }
      return .open(screen: name, parameters: nil)
    }
    guard let text = link.string else { throw InputError(.wrongType, at: JSONPointer("link"), expected: "a string") }
    guard arguments["screen"] == nil else {
      throw InputError(.unknownMember, at: JSONPointer("link"), expected: "either a link, or a screen")
    }
    return .follow(link: text)
  }

  private static func reading<Value>(
    _ tool: Tool, _ read: () throws(InputError) -> Value
  ) throws(ToolFailure) -> Value {
    do throws(InputError) { return try read() } catch { throw ToolFailure(error, tool: tool.name) }
  }

  /// The failure of a command that opens a screen.
  private static func failure(of error: AppCommandError, _ tool: Tool) -> ToolFailure {
    if let error = error.inputError { return ToolFailure(error, tool: tool.name) }
    if let limit = error.limit {
      return ToolFailure("\(limit) screens are open, and that is the most there can be. Close one first.")
    }
    return ToolFailure("The screen cannot be opened.")
  }

  private func send(
    _ event: Shape.FlatEvent, _ json: JSONText, to screen: AnyScreenInstance, since revision: Int?, _ tool: Tool,
    _ request: Request
  ) throws(ToolFailure) {
    let answer = ToolAnswer(screen, content: .changes(since: revision), about: tool.about)
    do throws(EventError) {
      try screen.check(json)
    } catch {
      if let error = error.inputError { throw ToolFailure(event.ofArgument(error), tool: tool.name) }
      return fail(request, error)
    }
    perform(answer, tool, request) {
      do throws(EventError) { try screen.send(json, confirmed: rights.trustsHostConsent) } catch {
        answer.cancel()
        calls.remove(answer)
        fail(request, error)
      }
    }
  }

  /// Answers that an event was refused, with as much of the reason as the assistant may read when the frame is written.
  private func fail(_ request: Request, _ error: EventError) {
    fail(request) { [front] in
      let isAlone = error.code == .confirmationNeeded && !front.isWithPerson
      let reason =
        isAlone ? "A person is asked before this: ask them. \(AppFront.wayToPerson)" : error.reason?.value(for: front)
      return "The event was refused, and nothing has changed: \(reason ?? "")"
    }
  }

  /// Runs what a call does, and answers when the work that it has started is done.
  ///
  /// - Parameter undo: Runs if the client cancels the call.
  func perform(
    _ answer: ToolAnswer, _ tool: Tool, _ request: Request, ifCancelled undo: (() -> Void)? = nil, _ action: () -> Void
  ) {
    answer.elicit = { [unowned self, unowned answer] question in elicit(question, for: answer, tool, request) }
    calls.add(answer)
    answer.watch(tools.failures)
    follow(answer, request, ifCancelled: undo)
    action()
    // A host that asks the person has a time of its own, and a call that has ended waits for nothing.
    if answer.onDone != nil, !answer.isEliciting { answer.wait(for: times) }
    reportProgress(of: answer, request)
  }

  /// Answers a call when what it waits for is done.
  func follow(_ answer: ToolAnswer, _ request: Request, ifCancelled undo: (() -> Void)? = nil) {
    answer.logLevel = request.logLevel
    answer.onDone = { [unowned self, unowned answer] in
      calls.remove(answer)
      self.answer(request, answer)
    }
    request.call.onCancel = { [unowned self, unowned answer] in
      answer.cancel()
      withdrawElicited(by: answer)
      calls.remove(answer)
      undo?()
    }
  }

  /// Tells a client that has asked for it each second that a call goes on: the seconds that it has taken.
  func reportProgress(of answer: ToolAnswer, _ request: Request) {
    guard answer.onDone != nil, let token = request.progressToken else { return }
    answer.repeatEachSecond(on: times.scheduler) { [session, unowned answer] seconds in
      session.notify("notifications/progress") {
        if request.revision.hasProgressMessages {
          $0.member("message", answer.isEliciting ? "The person is asked." : "The screen works.")
        }
        $0.member("progress", seconds)
        $0.member("progressToken") { $0.raw(token) }
      }
    }
  }

  private func screen(_ arguments: ToolArguments, _ argument: String) throws(ToolFailure) -> AnyScreenInstance {
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

  func fail(_ request: Request, _ text: @escaping () -> String) {
    let members = request.revision.members(name, version)
    let topic = Topic("tools/call") { writer in
      let result: JSON = ["content": [["type": "text", "text": .string(text())]], "isError": true]
      guard case .object(let all) = result.with(members) else { return }
      for member in all.sorted(by: { $0.key < $1.key }) { writer.member(member.key, member.value) }
    }
    request.call.succeed(reporting: topic, orIfClosed: RPCError(.internalError))
  }

  /// Answers with a part of a state, of the moment in which the frame is written.
  private func answer(_ request: Request, _ reading: StateReading, _ screen: AnyScreenInstance) throws(ToolFailure) {
    _ = try reading.members(of: JSONText(scanned: screen.snapshot.state.json[...]))
    write(request) {
      let snapshot = screen.snapshot
      var members = (try? reading.members(of: JSONText(scanned: snapshot.state.json[...]))) ?? [:]
      members["instance"] = screen.id.json
      members["rev"] = snapshot.revision.json
      if !snapshot.hidden.isEmpty { members["hidden"] = snapshot.hidden.json }
      return Written(json: members.object)
    }
  }

  /// An answer when it is written.
  private struct Written {
    let json: [UInt8]
    /// Why something was not done, in sentences.
    var failures: [String] = []
    var hasFailed = false
    var links: [AnyScreenInstance] = []
  }

  /// Answers with the states of the moment in which the frame is written.
  func answer(_ request: Request, _ answer: ToolAnswer) {
    if answer.refusal != nil { return fail(request) { answer.refusal ?? "" } }
    answer.add(calls.takePresented())
    answer.notices += calls.takeNotices()
    calls.didTell(answer.notices, about: answer.screen)
    answer.front = front
    write(request) { [linksScreens, told, tools] in
      let unanswered = answer.unanswered
      return Written(
        json: answer.json(told, tools), failures: unanswered, hasFailed: answer.hasFailed || !unanswered.isEmpty,
        links: linksScreens && request.revision.hasResourceLinks ? answer.linkedScreens : [])
    }
  }

  private func write(_ request: Request, _ makeAnswer: @escaping () -> Written) {
    let revision = request.revision
    let members = revision.members(name, version)
    let topic = Topic("tools/call") { writer in
      let answer = makeAnswer()
      writer.member("content") { writer in
        writer.array { writer in
          for text in answer.failures + [String(decoding: answer.json, as: UTF8.self)] {
            writer.object {
              $0.member("type", "text")
              $0.member("text", text)
            }
          }
          for screen in answer.links {
            writer.object {
              $0.member("mimeType", "application/json")
              $0.member("name", screen.id)
              $0.member("type", "resource_link")
              $0.member("uri", screen.uri)
            }
          }
        }
      }
      if answer.hasFailed { writer.member("isError", true) }
      if revision.hasStructuredContent { writer.member("structuredContent") { $0.raw(answer.json) } }
      for member in members.sorted(by: { $0.key < $1.key }) { writer.member(member.key, member.value) }
    }
    request.call.succeed(reporting: topic, orIfClosed: RPCError(.internalError))
  }
}
