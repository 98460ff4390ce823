import Descriptions
import JSON
import Requests
import Screens
import Streams

/// An event of a feed in a recording, or its end.
struct RecordedFeedEvent {
  /// What happened.
  enum Kind: String, CaseIterable {
    case element
    case condition
    case unreadable
    /// The feed ends with a failure.
    case failure
    /// The feed ends in order.
    case end
  }

  let feed: String
  let id: AnswerID
  let kind: Kind
  /// The JSON of what happened, without its private members.
  var value: [UInt8]

  /// An event or the end of a feed, whole.
  init<Input, Element>(
    _ signal: FeedSignal<Element>, of feed: ServiceFeed<Input, Element>, _ id: AnswerID
  ) {
    self.feed = feed.name
    self.id = id
    (kind, value) =
      switch signal {
      case .event(.element(let element)): (.element, feed.element.json(element))
      case .event(.condition(let condition)): (.condition, condition.json)
      case .event(.unreadable(let error)): (.unreadable, error.json)
      case .completion(.failure(let error)): (.failure, error.json)
      case .completion(.finished): (.end, true.json)
      }
  }

  /// Reads the line of a turn; `nil` if it is damaged.
  init?(_ line: JSONText) {
    guard let feed = line["feed"]?.string, let request = line["request"]?.ordinal, let number = line["number"]?.ordinal,
      let kind = Kind.allCases.first(where: { line[$0.rawValue] != nil }), let value = line[kind.rawValue]
    else { return nil }
    self.feed = feed
    self.kind = kind
    self.value = Array(value.bytes)
    id = AnswerID(request: request, event: number)
  }

  /// What is private in it.
  func privateMembers<Input, Element>(of feed: ServiceFeed<Input, Element>) -> PrivateMembers {
    switch kind {
    case .element: PrivateMembers(of: feed.element)
    case .condition:
      PrivateMembers(of: JSONText(scanned: value[...])["reason"], inPlaceOf: feed.element, at: "reason/")
    case .unreadable, .failure, .end: PrivateMembers(of: JSONText(scanned: value[...]), inPlaceOf: feed.element)
    }
  }

  /// The event or the end again; `nil` if the feed cannot read it.
  func signal<Input, Element>(of feed: ServiceFeed<Input, Element>) -> FeedSignal<Element>? {
    let text = JSONText(scanned: value[...])
    switch kind {
    case .element: return feed.element.read(text).map { .event(.element($0)) }
    case .condition: return FeedCondition(text).map { .event(.condition($0)) }
    case .unreadable: return ServiceError(text).map { .event(.unreadable($0)) }
    case .failure: return ServiceError(text).map { .completion(.failure($0)) }
    case .end: return .completion(.finished)
    }
  }
}

/// What a subscriber of a feed receives.
enum FeedSignal<Element: Sendable> {
  case event(FeedEvent<Element>)
  case completion(Subscribers.Completion<ServiceError>)
}
