import Descriptions
import JSON

extension HTTPRoute {
  /// A route on which a server sends the elements of a feed as server-sent events (`text/event-stream`).
  ///
  /// ```swift
  /// HTTPRoute(.messages, "/rooms/{name}/messages", id: "position")
  /// ```
  ///
  /// The data of an event is the JSON of an element, or the element itself if that is a text. The feed is connected again when
  /// the connection breaks or the server ends it, with the id of the latest event as `Last-Event-ID`. Status 204 ends it, and so
  /// does each 4xx status other than 408, 425 and 429.
  ///
  /// - Parameters:
  ///   - feed: the feed.
  ///   - path: the path below the base URL, with names of the input in braces, as for an operation.
  ///   - method: the method.
  ///   - body: the member of the input that is the whole body, if no other member is in it.
  ///   - events: the types of the events that are elements. Others are ignored.
  ///   - type: the member of an element that is the type of its event; `nil` if it has none.
  ///   - id: the member of an element that is the id of its event; `nil` if it has none. A member of the input with this name is
  ///     the id from which the feed goes on, if it is not `null`.
  ///   - endsInOrder: whether the feed has ended when the server ends the reply.
  ///   - reconnection: how often the feed is connected again.
  ///   - silence: how long the server may send nothing while elements are wanted, not even a comment; `nil` for ever.
  ///   - maximumSize: how many bytes an event may have.
  public init<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ path: String, method: Method = .get, body: String? = nil,
    events: [String] = ["message"], type: String? = nil, id: String? = nil, endsInOrder: Bool = false,
    reconnection: FeedReconnection = FeedReconnection(), silence: Duration? = .seconds(60), maximumSize: Int = 64 << 10
  ) {
    self.init(
      feed, path, method, body: body,
      FeedForm(
        .events(Set(events), typeMember: type, idMember: id), endsInOrder: endsInOrder, reconnection: reconnection,
        silence: silence, maximumSize: maximumSize),
      resuming: nil)
  }

  /// A route on which a server sends the elements of a feed as lines of JSON (`application/x-ndjson`, `application/jsonl`).
  ///
  /// ```swift
  /// HTTPRoute(lines: .prices, "/prices?after={after}", resuming: { _, last in PriceQuery(after: last.number) })
  /// ```
  ///
  /// The feed has ended when the server ends the reply. If the connection breaks, the feed fails, unless it can be resumed.
  ///
  /// - Parameters:
  ///   - feed: the feed.
  ///   - path: the path below the base URL, with names of the input in braces, as for an operation.
  ///   - method: the method.
  ///   - body: the member of the input that is the whole body, if no other member is in it.
  ///   - resuming: the input with which the feed goes on after an element.
  ///   - reconnection: how often the feed is connected again, if it can be resumed.
  ///   - silence: how long the server may send nothing while elements are wanted, not even an empty line; `nil` for ever.
  ///   - maximumSize: how many bytes a line may have.
  public init<Input, Element>(
    lines feed: ServiceFeed<Input, Element>, _ path: String, method: Method = .get, body: String? = nil,
    resuming: (@Sendable (_ input: Input, _ last: Element) -> Input)? = nil,
    reconnection: FeedReconnection = FeedReconnection(), silence: Duration? = .seconds(60), maximumSize: Int = 64 << 10
  ) {
    self.init(
      feed, path, method, body: body,
      FeedForm(
        .lines, endsInOrder: true, reconnection: resuming == nil ? .never : reconnection, silence: silence,
        maximumSize: maximumSize),
      resuming: resuming)
  }

  private init<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ path: String, _ method: Method, body: String?, _ form: FeedForm,
    resuming: (@Sendable (Input, Element) -> Input)?
  ) {
    let template = PathTemplate(path)
    let route = FeedRoute(
      feed: feed.erased, method: method, form: form,
      parts: InputParts(of: feed.name, feed.input.shape, template, method, body: body, resumePoint: form.idMember),
      resuming: resuming.map { resuming -> FeedRoute.Resuming in
        { request, input, last in resuming(request.typed(input) as Input, request.typed(last)) }
      },
      isText: feed.element.shape.unwrapped.isText)
    self.init(
      name: feed.name, method: method, path: template, form: .feed(route),
      serve: { _, request, variables in route.refusal(request, variables).once },
      stream: { backend, request, variables in
        route.stream(request, variables) { json in
          feed.input.read(json).map { backend.perform(ServiceRequest(feed, $0)) }
        }
      })
  }
}

/// How the elements of a feed come over HTTP.
struct FeedForm: Sendable {
  enum Format: Sendable {
    case events(Set<String>, typeMember: String?, idMember: String?)
    case lines
  }

  let format: Format
  /// Whether the feed has ended when the reply has.
  let endsInOrder: Bool
  let reconnection: FeedReconnection
  let silence: Duration?
  let maximumSize: Int

  init(
    _ format: Format, endsInOrder: Bool, reconnection: FeedReconnection, silence: Duration?, maximumSize: Int
  ) {
    precondition(maximumSize > 0 && silence != .zero, "A feed has room and time for an element.")
    self.format = format
    self.endsInOrder = endsInOrder
    self.reconnection = reconnection
    self.silence = silence
    self.maximumSize = maximumSize
  }

  var idMember: String? { if case .events(_, _, let member) = format { member } else { nil } }

  /// The media types of a reply, the one that a server sends first.
  var mediaTypes: [String] {
    switch format {
    case .events: ["text/event-stream"]
    case .lines: ["application/x-ndjson", "application/jsonl"]
    }
  }
}

/// Both sides of the route of a feed.
struct FeedRoute: Sendable {
  typealias Resuming = @Sendable (ServiceRequest, _ input: any Sendable, _ last: any Sendable) -> any Sendable

  let feed: AnyServiceFeed
  let method: HTTPRoute.Method
  let form: FeedForm
  let parts: InputParts
  /// The input with which the feed goes on after an element.
  let resuming: Resuming?
  /// Whether an element is the text of an event as it is.
  let isText: Bool

  /// The error for an input of which no path can be made.
  func unaddressable(_ input: any Sendable) -> ServiceError { parts.unaddressable(feed.name, feed.input.json(input)) }

  /// What is sent for an input, with its secrets; `nil` if a member that the path names makes no part of it.
  func call(_ input: any Sendable) -> HTTPCall? { parts.call(method, feed.input.json(forServer: input)) }

  /// The id from which the feed goes on, which the input names; empty if there is none.
  func resumePoint(_ call: HTTPCall) -> String { call.headers["Last-Event-ID"] ?? "" }

  /// Whether an event of a type is an element.
  func takes(_ name: String) -> Bool {
    if case .events(let names, _, _) = form.format { names.contains(name) } else { true }
  }

  /// The element of an event or a line; `nil` if it cannot be read.
  func element(_ data: [UInt8], name: String = "", id: String = "") -> (any Sendable)? {
    guard case .events(_, let typeMember, let idMember) = form.format else { return element(data) }
    if isText { return element(String(decoding: data, as: UTF8.self).json) }
    var members: [(String, String)] = []
    if let typeMember { members.append((typeMember, name)) }
    if let idMember, !id.isEmpty { members.append((idMember, id)) }
    // An event stream is UTF-8, and what is not is replaced.
    let isText = String(validating: data, as: UTF8.self) != nil
    return element(isText ? data : Array(String(decoding: data, as: UTF8.self).utf8), with: members)
  }

  private func element(_ json: [UInt8], with members: [(String, String)] = []) -> (any Sendable)? {
    guard let text = try? JSONText(scanning: json).with(.loose) else { return nil }
    guard !members.isEmpty, text.kind == .object else { return feed.element.read(text) }
    var writer = JSONWriter()
    writer.object { for (name, value) in members { $0.member(name, value) } }
    // NB: before the members of the data, because the first member of a name is read.
    let isEmpty = text.members.first { _ in true } == nil
    let whole = writer.bytes.dropLast() + (isEmpty ? [] : [UInt8(ascii: ",")]) + text.bytes.dropFirst()
    return feed.element.read(JSONText(scanned: whole[...]).with(.loose))
  }
}
