import ExpectSupport
import Foundation
import MCP
import ScreensSupport
import Support
import Testing

/// The files of one folder that an assistant may give, and where it may save some.
@MainActor @Suite struct AssistantFilesTests {
  private let folder = TemporaryFolder()
  private let conversation: Conversation
  private var app: AppCore { conversation.server.app }

  init() throws {
    let path = folder.path
    conversation = Conversation(files: FileFolder(path)) {
      AppCore(.init(main: $0.mainQueue), AppDefinition(screens: [AnyScreen(.desk)]))
    }
    try Data("Hi".utf8).write(to: URL(fileURLWithPath: path + "/a.txt"))
    try Data("123456789".utf8).write(to: URL(fileURLWithPath: path + "/large.txt"))
    try FileManager.default.createDirectory(atPath: path + "/folder", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: path + "/a.txt")
    try #require(mkfifo(path + "/pipe", 0o600) == 0)
    conversation.initialize()
    call("open_screen", #"{"screen":"desk"}"#)
  }

  @discardableResult private func call(_ tool: String, _ arguments: String = #"{"instance":"desk-1"}"#) -> String {
    conversation.send(
      #"{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    ).last ?? ""
  }

  private func answer(_ name: String, to question: Int = 1) -> String {
    call("answer_question", #"{"question":"question-\#(question)","answer":"\#(name)"}"#)
  }

  @Test func `gives a file of the folder by its name`() {
    let asked = call("desk_fileButtonWasTapped")
    #expect(asked.contains(#""name":"pickFile","outcome":"open","question":"question-1""#))
    #expect(asked.contains("Answer it with answer_question"))
    #expect(answer("a.txt").contains("pickFile: a.txt, 2 bytes"))
  }

  @Test func `a tool says that it asks for a file`() {
    let tools = conversation.send(#"{"id":8,"jsonrpc":"2.0","method":"tools/list"}"#).last ?? ""
    #expect(tools.contains("Ask for a file. Asks for a file of .txt, with at most 8 bytes."))
  }

  @Test(arguments: [
    ("../a.txt", "There is no such file."), ("/etc/hostname", "There is no such file."),
    ("folder/x", "There is no such file."),
    ("", "There is no such file."), ("..", "There is no such file."),
    ("b.txt", "No such file or directory"), ("link", "This is a link."), ("folder", "not a regular file"),
    ("pipe", "not a regular file"), ("large.txt", "The file is too large: it may have 8 bytes."),
  ])
  func `gives nothing else`(name: String, reason: String) {
    call("desk_fileButtonWasTapped")
    let refused = answer(name)
    #expect(refused.contains(reason) && refused.contains(#""isError":true"#), "\(refused)")
    expectEqual(app.openQuestions.count, 1)
    #expect(answer("a.txt").contains("pickFile: a.txt, 2 bytes"))
  }

  @Test func `saves a file into the folder, for its owner alone and over no other one`() throws {
    let asked = call("desk_saveButtonWasTapped")
    #expect(asked.contains(#""input":{"attachment":null,"mediaType":"text/plain","name":"a.txt","size":2}"#))
    #expect(answer("../large.txt").contains("saveFile: ()"))
    #expect(folder.text("large.txt") == "123456789" && folder.text("large (2).txt") == "Hi")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/large (2).txt")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `saves no file whose name begins with a dot`() {
    call("desk_saveButtonWasTapped")
    for name in [".bashrc", "../.bashrc"] {
      let refused = answer(name)
      #expect(refused.contains("begins with a dot") && refused.contains(#""isError":true"#), "\(refused)")
    }
    #expect(folder.text(".bashrc") == nil && folder.text("bashrc") == nil)
    #expect(answer("rc").contains("saveFile: ()"))
  }

  @Test func `answers nothing that a person is asked`() {
    _ = app.attach(.page, isShared: true, answers: ["pickFile"])
    call("desk_fileButtonWasTapped")
    #expect(answer("a.txt").contains("A person answers this. Ask the person."))
    expectEqual(app.openQuestions.count, 1)
  }
}
