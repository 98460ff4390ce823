import ExpectSupport
import Foundation
import Screens
import ScreensSupport
import Testing

@MainActor @Suite struct AppLinksTests {
  private let links = AppDefinition.club.links
  private let app = AppCore(
    AppEnvironment(),
    AppDefinition(screens: AppDefinition.club.screens, app: AppDefinition.club.app, links: AppDefinition.club.links))

  private func parameters(_ link: String) throws -> RoomParameters {
    let (screen, json) = try links.target(of: link)
    expectEqual(screen, "room")
    return try RoomParameters(Members(json))
  }

  private func refusal(of link: String) -> InputError? {
    let front = app.attach(.page)
    let error = #expect(throws: AppCommandError.self) { try front.perform(.follow(link: link)) }
    #expect(front.screens.isEmpty)
    return error?.inputError
  }

  @Test func `leads to a screen with its parameters`() throws {
    try expectEqual(parameters("/rooms/7"), RoomParameters(id: 7))
    var room = RoomParameters(id: 7, topic: "tea & cakes", isQuiet: true)
    room.since = Date(timeIntervalSince1970: 0)
    room.temperature = 21.5
    let link = "/rooms/7?isQuiet=true&since=1970-01-01T00:00:00Z&temperature=21.5&topic=tea%20%26%20cakes"
    try expectEqual(parameters(link), room)
    try expectEqual(links.target(of: "/").screen, "login")
  }

  @Test(arguments: [
    "https://club.example/rooms/7", "HTTPS://Club.example/rooms/7#top", "club:/rooms/7", "/rooms/7?", "/rooms/%37",
  ]) func `takes the app's own origins, and ignores a fragment`(link: String) throws {
    try expectEqual(parameters(link), RoomParameters(id: 7))
  }

  @Test(arguments: [
    "/rooms/7?utm_source=mail&utm_campaign=a%20b", "/rooms/7?fbclid=IwAR0&gclid=", "/rooms/7?x", "/rooms/7?utm=%",
    "/rooms/7?utm=%FF&utm=1", "/rooms/7/", "/rooms/7/?fbclid=1", "https://club.example/rooms/7/#top",
    "https://club.example:443/rooms/7", "HTTPS://club.example:443/rooms/7/?utm_medium=a#b", "/rooms/7?password=1234",
    "/rooms/7?Id=8",
  ]) func `takes what other programs add to a link`(link: String) throws {
    try expectEqual(parameters(link), RoomParameters(id: 7))
    #expect(throws: Never.self) { try app.host.open(link: link) }
  }

  @Test func `takes the default port of its scheme alone, and only behind the host`() throws {
    let links = AppLinks(origins: ["http://club.example", "https://club.example:443", "club:"], [Route("/", .login)])
    for link in [
      "http://club.example:80", "http://club.example", "https://club.example", "https://club.example:443?a=1",
    ] {
      try expectEqual(links.target(of: link).screen, "login")
    }
    for link in ["http://club.example:443/", "https://club.example:80/", "http://club.example:8080/", "club::80/"] {
      #expect(throws: InputError.self, "\(link)") { try links.target(of: link) }
    }
  }

  @Test func `an origin alone is the first page`() throws {
    for link in ["https://club.example", "https://club.example/", "https://club.example?", "club:"] {
      try expectEqual(links.target(of: link).screen, "login")
    }
  }

  @Test(arguments: [
    "", "rooms/7", "/room/7", "/rooms", "/rooms/", "/rooms/7//", "/rooms/7/chairs", "//rooms/7", "/rooms/../rooms/7",
    "https://other.example/rooms/7", "https://club.example.org/rooms/7", "https://club.example@other/rooms/7",
    "//club.example/rooms/7", "javascript:/rooms/7", "/Rooms/7",
  ]) func `refuses an unknown path in words`(link: String) {
    expectEqual(refusal(of: link), InputError(.unknownLink, expected: "one of the links /rooms/{id}, /"))
  }

  @Test(arguments: [
    "/rooms/%", "/rooms/%7", "/rooms/%zz", "/rooms/%ff", "/rooms/7?topic=%", "/rooms/7?topic=%FF", "/%C0%80",
  ])
  func `refuses a damaged escape`(link: String) {
    expectEqual(
      refusal(of: link), InputError(.unknownLink, expected: "escapes of % and two hexadecimal digits, in UTF-8"))
  }

  @Test(arguments: [
    ("/rooms/seven", "id", "an integer"), ("/rooms/7.5", "id", "an integer"), ("/rooms/+7", "id", "an integer"),
    ("/rooms/%207", "id", "an integer"), ("/rooms/%22a%22", "id", "an integer"),
    ("/rooms/7?isQuiet=yes", "isQuiet", "a boolean"), ("/rooms/7?isQuiet", "isQuiet", "a boolean"),
    ("/rooms/7?since=today", "since", "a date-time (RFC 3339)"),
    ("/rooms/7?temperature=warm", "temperature", "a number"),
    ("/rooms/7?temperature=", "temperature", "a number"),
  ]) func `refuses a value of another type`(link: String, name: String, expected: String) throws {
    let fault = try #require(refusal(of: link))
    expectEqual(fault.reason, .wrongType)
    expectEqual(fault.pointer, JSONPointer(name))
    #expect(fault.expected.hasPrefix(expected))
  }

  @Test func `refuses a parameter that is private, given twice, or has parts`() {
    expectEqual(
      refusal(of: "/rooms/7?pin=1234"),
      InputError(
        .unknownMember, at: JSONPointer("pin"), expected: "a link without this parameter, which is private"))
    expectEqual(
      refusal(of: "/rooms/7?tags=a"),
      InputError(
        .unknownMember, at: JSONPointer("tags"), expected: "a link without this parameter, which has parts"))
    for link in ["/rooms/7?topic=a&topic=b", "/rooms/7?topic=a&%74opic=a"] {
      expectEqual(refusal(of: link), InputError(.repeatedMember, at: JSONPointer("topic"), expected: "one value"))
    }
    expectEqual(refusal(of: "/rooms/7?id=8"), InputError(.repeatedMember, at: JSONPointer("id"), expected: "one value"))
  }

  @Test(arguments: ["/rooms/7?=", "/rooms/7?=x", "/rooms/7?a=1&=", "/rooms/7?=&=="])
  func `refuses a parameter without a name`(link: String) {
    #expect(refusal(of: link) != nil)
  }

  @Test func `refuses a link without a parameter that is required`() throws {
    let links = AppLinks([Route("/room", .room)])
    let app = AppCore(
      AppEnvironment(), AppDefinition(screens: AppDefinition.club.screens, app: AppDefinition.club.app, links: links))
    let error = #expect(throws: AppCommandError.self) { try app.host.open(link: "/room") }
    expectEqual(error?.inputError?.reason, .missingMember)
    expectEqual(error?.inputError?.pointer, JSONPointer("id"))
    #expect(try app.host.open(link: "/room?id=3").snapshot.state as? RoomState == app.open(.room, .init(id: 3)).state)
  }

  @Test func `refuses a link that is too long, and one in an app without links`() {
    expectEqual(
      refusal(of: "/rooms/7?topic=" + String(repeating: "a", count: 8_192)),
      InputError(.unknownLink, expected: "a link of at most 8192 bytes"))
    let app = AppCore(AppEnvironment(), AppDefinition(screens: []))
    let refusal = #expect(throws: AppCommandError.self) { try app.host.open(link: "/rooms/7") }
    expectEqual(refusal?.inputError, InputError(.unknownLink, expected: "no link: the app has none"))
  }

  @Test func `sends nothing but the appearance`() throws {
    let front = app.attach(.page)
    let log = Log(app.reports)
    let room = try front.open(link: "/rooms/7?topic=tea")
    room.viewDidAppear()
    expectEqual(log.next(), ["page-1 room-1 opened", "page-1 room-1 sent", "- room-1 changed"])
    expectEqual((room.snapshot.state as? RoomState)?.notes, ["appeared"])
    #expect(room.isHeld)
  }

  // MARK: - Back

  @Test func `writes the link to a screen, without what is private`() {
    var room = RoomParameters(id: 7)
    expectEqual(links.link(to: .room, room), "/rooms/7")
    room.topic = "a/b?c&d=e#f +é"
    room.pin = "1234"
    room.tags = ["a"]
    expectEqual(links.link(to: .room, room), "/rooms/7?topic=a%2Fb%3Fc%26d%3De%23f%20%2B%C3%A9")
    #expect(links.link(to: .help, NoParameters()) == nil)
  }

  @Test func `writes no link that would lead elsewhere`() throws {
    let links = AppLinks([Route("/topics/new", .login), Route("/topics/{topic}", .tea)])
    expectEqual(links.mistakes, [])
    for topic in ["new", "", ".", ".."] {
      #expect(links.link(to: .tea, TeaParameters(topic: topic)) == nil, "\(topic)")
    }
    expectEqual(links.link(to: .tea, TeaParameters(topic: "News")), "/topics/News")
    try expectEqual(links.target(of: "/topics/new").screen, "login")
  }

  @Test func `a link leads back to the same parameters`() throws {
    var generator = SeededGenerator(seed: 53)
    let texts = [
      "", "a", " ", "+", "%", "%25", "é", "e\u{301}", "/", "?", "&", "=", "#", "..", "\0", "🇩🇪", "\u{301}", "\"\\\n",
    ]
    for _ in 1...500 {
      var room = RoomParameters(id: Int.random(in: -(1 << 53) + 1..<1 << 53, using: &generator))
      room.topic = (0..<3).map { _ in texts.randomElement(using: &generator) ?? "" }.joined()
      room.isQuiet = .random(using: &generator)
      if Bool.random(using: &generator) {
        room.since = Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &generator)))
      }
      if Bool.random(using: &generator) {
        room.temperature =
          Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) * 1e-3
          * pow(10, Double(Int.random(in: -30...30, using: &generator)))
      }
      let link = try #require(links.link(to: .room, room))
      try expectEqual(parameters(link), room, "\(link)")
      #expect(link.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      let tea = TeaParameters(topic: room.topic)
      if let link = AppLinks([Route("/tea/{topic}", .tea)]).link(to: .tea, tea) {
        try expectEqual(
          TeaParameters(Members(AppLinks([Route("/tea/{topic}", .tea)]).target(of: link).parameters)), tea)
      } else {
        #expect(["", ".", ".."].contains(room.topic))
      }
    }
  }

  @Test func `finds the mistakes of a description`() {
    func mistakes(_ routes: Route..., origins: [String] = []) -> [String] {
      AppDefinition(screens: [AnyScreen(.tea)], links: AppLinks(origins: origins, routes)).check().map(\.description)
    }
    expectEqual(mistakes(Route("/tea/{topic}", .tea), origins: ["https://club.example", "club:"]), [])
    expectEqual(mistakes(Route("tea", .tea)), ["links: the path \"tea\" does not begin with a slash."])
    expectEqual(
      mistakes(Route("/tea/{leaf}", .tea)),
      [
        "links: the path \"/tea/{leaf}\" has the name \"leaf\", which is not a parameter that can be in a link."
      ])
    expectEqual(
      mistakes(Route("/{topic}/{topic}", .tea)),
      [
        "links: the path \"/{topic}/{topic}\" has the name \"topic\" twice."
      ])
    expectEqual(
      mistakes(Route("/a b", .tea)), ["links: the path \"/a b\" has characters that need escapes, or a brace alone."])
    expectEqual(
      mistakes(Route("/{topic}", .tea), Route("/{topic}", .tea)),
      [
        "links: the path \"/{topic}\" is never reached: an earlier one is the same."
      ])
    expectEqual(
      mistakes(Route("/", .login)), ["links: the path \"/\" leads to \"login\", which is not a screen of the app."])
    expectEqual(
      mistakes(Route("/safe", .safe)).first,
      "links: the path \"/safe\" leads to a screen that requires \"pin\", which cannot be in a link.")
    expectEqual(
      mistakes(origins: ["https://club.example/"]),
      [
        "links: \"https://club.example/\" is not an origin, such as https://library.example, without a slash at the end."
      ])
  }
}

private struct TeaParameters: ScreenParameters, Equatable {
  var topic = ""

  static let defaults = TeaParameters()
  static let fields: Fields<TeaParameters> = [Field(required: \.topic, "The topic.")]
}

private struct SafeParameters: ScreenParameters {
  var pin = ""

  static let defaults = SafeParameters()
  static let fields: Fields<SafeParameters> = [Field(required: \.pin, "The PIN.", .isPrivate(as: ""))]
}

private final class TeaModel<Parameters: ScreenParameters>: ViewModel {
  let eventSubject = EventSubject<LoginEvent>()
  @Published var state = LoginState()
  var statePublisher: Published<LoginState>.Publisher { $state }

  init(_: Parameters) {}
}

extension Screen<TeaModel<TeaParameters>> {
  fileprivate static var tea: Self { Screen("tea", about: "Tea.") { parameters, _ in TeaModel(parameters) } }
}

extension Screen<TeaModel<SafeParameters>> {
  fileprivate static var safe: Self { Screen("safe", about: "A safe.") { parameters, _ in TeaModel(parameters) } }
}

extension AppLinks {
  fileprivate var mistakes: [String] {
    AppDefinition(screens: [AnyScreen(.login), AnyScreen(.tea)], links: self).check().map(\.description)
  }
}
