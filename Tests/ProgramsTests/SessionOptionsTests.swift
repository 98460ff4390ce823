import ExpectSupport
import Foundation
import Programs
import Testing

@Suite struct SessionOptionsTests {
  private static let certificates = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../HTTPTests/Fixtures/authority.pem").standardizedFileURL.path

  private func options(
    _ arguments: [String], operations: [String] = ["balance", "product"], hasClient: Bool = false
  ) throws -> SessionOptions {
    var options = SessionOptions(operations: operations, hasClient: hasClient)
    _ = try OptionTable("tests", version: "1.0", session: options).read(arguments, into: &options) { _, _ in nil }
    try options.check(isAlone: true)
    return options
  }

  @Test func `uses the mock without arguments`() throws {
    let options = try options([])
    expectEqual(options, SessionOptions(operations: ["balance", "product"]))
    expectEqual(options.backend.mock, .init())
  }

  @Test func `reads every option`() throws {
    let mock = try options([
      "--backend", "mock", "--latency=300", "--fail", "balance:2,product:1:lost", "--seed", "7",
      "--now=2026-11-22T15:04:05Z", "--time-zone", "Europe/Berlin", "--record", "session.jsonl",
      "--state", "state",
    ])
    expectEqual(mock.backend.mock?.latency, .milliseconds(300))
    expectEqual(mock.backend.mock?.failures.description, "balance:2,product:1:lost")
    expectEqual(mock.seed, 7)
    expectEqual(mock.date, Date(timeIntervalSince1970: 1_795_359_845))
    expectEqual(mock.timeZone?.identifier, "Europe/Berlin")
    expectEqual(mock.recording, "session.jsonl")
    expectEqual(mock.state, "state")
    #expect(mock.configuration(front: "test 1.0").hasStorage)
    let server = try options(["--backend", "HTTP://HOST:8080", "--timeout", "2.5"])
    expectEqual(server.backend.url, URL(string: "HTTP://HOST:8080"))
    expectEqual(server.backend.timeout, .milliseconds(2_500))
    #expect(server.backend.mock == nil)
    let secure = try options(["--backend", "https://host", "--ca", Self.certificates]).backend.server
    expectEqual(secure?.certificatesFile, Self.certificates)
    expectEqual(secure?.timeout, .seconds(30))
    try expectEqual(options(["--replay", "session.jsonl"]).replay, "session.jsonl")
  }

  @Test func `fails any operation of an app without a list`() throws {
    try expectEqual(options(["--fail", "balance:1", "--fail", "product"]).backend.failures, ["balance:1", "product"])
    try expectEqual(options(["--fail", "everything"], operations: []).backend.failures, ["everything"])
  }

  @Test func `reads a backend that is the client, with and without a fallback`() throws {
    let alone = try options(["--backend", "client", "--timeout", "5"], hasClient: true).backend
    #expect(alone.asksClient && alone.mock == nil && alone.server == nil)
    let mock = try options(["--fallback=mock", "--backend=client", "--latency", "9"], hasClient: true).backend
    expectEqual(mock.mock, .init(latency: .milliseconds(9)))
    let server = try options(
      ["--backend=client", "--fallback", "http://host", "--ca", Self.certificates], hasClient: true)
    expectEqual(server.backend.server?.url, URL(string: "http://host"))
    #expect(server.backend.mock == nil)
  }

  @Test(arguments: [
    (["--fallback", "mock"], "--fallback needs --backend client."),
    (["--backend=client", "--fallback", "ftp://host"], #"--fallback takes "mock" or the URL of an HTTP server."#),
    (["--backend=client", "--fallback=http://host:0"], "--fallback takes a port from 1 to 65535."),
    (["--backend", "clint"], #"--backend takes "mock", "client" or the URL of an HTTP server."#),
    (["--backend=client", "--latency", "1"], "--latency is for the mock, not for the client: add --fallback mock."),
    (["--backend=client", "--fallback=http://host", "--fail", "all"], "--fail is for the mock, not for a server."),
    (["--backend=client", "--ca", certificates], "--ca is for a server, not for the client."),
    (["--backend=client", "--fallback=mock", "--ca", certificates], "--ca is for a server, not for the mock."),
    (["--backend=client", "--replay", "a"], "--replay takes all other options from the recording."),
  ])
  func `reports options that do not go with the client`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try options(arguments, hasClient: true) }
  }

  @Test func `has no client unless the front has one`() {
    #expect(
      throws: OptionError(
        "--backend client is for a front that another program drives. Take \"mock\" or a URL.")
    ) { try options(["--backend", "client"]) }
    #expect(!SessionOptions().declared.map(\.name).contains("--fallback"))
  }

  @Test(arguments: [
    (["--laten=300"], "Unknown option --laten. Did you mean --latency?"),
    (["--secret=hunter2"], "Unknown option --secret. --help lists the options."),
    (["--record"], "--record needs a file."),
    (["--state"], "--state needs a folder."),
    (["--replay", "a", "--state", "b"], "--replay takes all other options from the recording."),
    (["--replay", ""], "--replay needs a file."),
    (["--replay", "a", "--latency", "1"], "--replay takes all other options from the recording."),
    (["--record", "b", "--replay", "a"], "--replay takes all other options from the recording."),
    (["--seed", "-1"], "--seed takes a number from 0 to 18446744073709551615."),
    (["--now", "2026-02-30T12:00:00Z"], "--now takes a date that exists, such as 2026-11-22T15:04:05Z."),
    (["--now", "soon"], "--now takes a date that exists, such as 2026-11-22T15:04:05Z."),
    (["--language", "german"], "--language takes the tag of a language, such as de or pt-BR."),
    (["--locale", "nowhere at all"], "--locale takes the name of a locale, such as de_AT."),
    (["--time-zone", "Middle/Earth"], "--time-zone takes the name of a zone, such as Europe/Berlin."),
    (["--backend"], "--backend needs a value."),
    (["--backend", "ftp://host"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "localhost:80"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "http://host?a=1"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "http://host/#a"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "http://"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "http://host:99999"], "--backend takes a port from 1 to 65535."),
    (["--backend", "http://host:0"], "--backend takes a port from 1 to 65535."),
    (["--backend", "http://host", "--latency", "1"], "--latency is for the mock, not for a server."),
    (["--backend", "http://host", "--fail", "all"], "--fail is for the mock, not for a server."),
    (["--timeout", "5"], "--timeout is for a server, not for the mock."),
    (["--timeout"], "--timeout needs a value."),
    (["--ca"], "--ca needs a file."),
    (["--backend", "https://host", "--ca", "/nowhere.pem"], "--ca takes a file with certificates in PEM format."),
    (["--backend", "https://host", "--ca", "/etc/hostname"], "--ca takes a file with certificates in PEM format."),
    (["--backend", "https://host", "--ca", "/"], "--ca takes a file with certificates in PEM format."),
    (["--ca", certificates], "--ca is for a server, not for the mock."),
    (["--timeout", "0"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "-1"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "1e3"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "86401"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--latency", "-1"], "--latency takes milliseconds, 0 to 600000."),
    (["--latency", "600001"], "--latency takes milliseconds, 0 to 600000."),
    (["--latency", "fast"], "--latency takes milliseconds, 0 to 600000."),
    (["--fail", "balanse:2"], "--fail knows no balanse. Did you mean balance?"),
    (
      ["--fail", "everything"],
      """
      --fail takes names with commas between them: balance, product, all. A name may have the number of the request \
      that fails, as in "balance:2", and "lost" for a lost answer, as in "balance:1:lost".
      """
    ),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try options(arguments) }
    #expect(!message.contains("\n"))
  }

  @Test(arguments: [
    ([], [:], "en", "en_US"), (["--language", "de"], [:], "de", "de"),
    (["--locale=de_AT"], [:], "en", "de_AT"), (["--language=de", "--locale", "de_CH"], [:], "de", "de_CH"),
    ([], ["LANG": "de_AT.UTF-8"], "de-AT", "de-AT"), ([], ["LANG": "C.UTF-8"], "en", "en_US"),
    ([], ["LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"], "fr-FR", "fr-FR"),
    (["--language", "en"], ["LC_ALL": "de_DE.UTF-8"], "en", "en_US"),
  ])
  func `has the language of the options, or of the environment`(
    arguments: [String], environment: [String: String], language: String, locale: String
  ) throws {
    var session = try options(arguments)
    session.follow(environment)
    expectEqual(session.localization.language.description, language)
    expectEqual(session.localization.locale, Locale(identifier: locale))
  }

  @Test func `reports a value behind an option that takes none`() throws {
    var arguments = CommandLineArguments(["--plain=yes", "--help"])
    try expectEqual(arguments.next(), "--plain")
    #expect(throws: OptionError("--plain takes no value.")) { try arguments.next() }
  }

  @Test func `reports a recording that cannot be read`() throws {
    var options = SessionOptions()
    options.replay = "/nowhere/session.jsonl"
    let error = #expect(throws: OptionError.self) { try options.openRecording() }
    #expect(error?.message.hasPrefix("--replay: ") == true)
  }

  @Test(arguments: [
    ("http://h/a%20b c", "http://h/a%20b%20c"), ("http://h/%C3%A9é/", "http://h/%C3%A9%C3%A9/"),
    ("http://h/100%", "http://h/100%25"),
    ("http://h/%2F|", "http://h/%2F%7C"), ("http://a%40b:c d@h/x", "http://a%40b:c%20d@h/x"),
    ("http://[::1]:80/%7e^", "http://[::1]:80/%7e%5E"),
    ("http://h/a%2520 ", "http://h/a%2520%20"),
  ])
  func `the escapes in a URL stay`(text: String, url: String) throws {
    try expectEqual(options(["--backend", text]).backend.url?.absoluteString, url)
  }

  @Test(arguments: ["http://h/a\nb", "http://h/a\u{7F}", "http://h/\t"])
  func `a URL has no control characters`(text: String) {
    #expect(throws: OptionError.self) { try options(["--backend", text]) }
  }
}
