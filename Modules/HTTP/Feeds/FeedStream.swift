public import Foundation
import JSON
public import Streams

extension HTTPEndpoints {
  /// A reply that goes on: the head comes with the first chunk.
  public struct Stream {
    /// The media type of the body.
    public let contentType: String
    /// The chunks of the body, of which the first may be empty. A failure before it is the whole reply; a later one breaks the
    /// connection.
    public let chunks: AnyPublisher<Data, ServiceError>
  }

  /// The reply to a request for a feed; `nil` if the request is not for one, so that ``reply(to:)`` has the reply.
  ///
  /// A server takes the next chunk when it has sent the last, as the demand of its subscriber says.
  public func stream(for request: Request) -> Stream? {
    for route in routes where route.method.rawValue == request.method {
      guard let stream = route.stream, route.path.match(request.query) != nil else { continue }
      if let variables = route.path.match(request.path) { return stream(backend, request, variables) }
    }
    return nil
  }
}

extension FeedRoute {
  /// The reply of a server to a request for which it has no stream.
  func refusal(_ request: HTTPEndpoints.Request, _ variables: [String: String]) -> HTTPEndpoints.Reply {
    let isUnderstood = parts.json(of: request, variables).flatMap(feed.input.read) != nil
    return HTTPEndpoints.Reply(
      isUnderstood ? .noSuchFeed(feed.name) : .problem(status: 400, detail: "The request cannot be understood."))
  }

  /// What a server sends for a request; `nil` if it cannot be understood.
  ///
  /// - Parameter follow: Follows the feed with an input; `nil` if that cannot be read.
  func stream(
    _ request: HTTPEndpoints.Request, _ variables: [String: String], _ follow: (JSONText) -> ServiceUpdates?
  ) -> HTTPEndpoints.Stream? {
    guard let json = parts.json(of: request, variables), let updates = follow(json) else { return nil }
    let chunks = updates.compactMap { update -> Data? in
      switch update {
      case .element(let element): Data(chunk(element))
      case .condition(.open): Data(start)
      case .condition, .unreadable, .answer, .progress: nil
      }
    }
    return HTTPEndpoints.Stream(contentType: form.mediaTypes[0], chunks: chunks.eraseToAnyPublisher())
  }

  /// What is sent as soon as the feed is open.
  private var start: [UInt8] { if case .events = form.format { Array(":\n\n".utf8) } else { [] } }

  /// An element as it is sent.
  private func chunk(_ element: any Sendable) -> [UInt8] {
    let json = feed.element.json(element)
    guard case .events(_, let typeMember, let idMember) = form.format else { return json + [UInt8(ascii: "\n")] }
    let text = JSONText(scanned: json[...])
    var chunk: [UInt8] = []
    func add(_ field: String, _ value: some Sequence<UInt8>) {
      chunk += Array("\(field): ".utf8) + value + [UInt8(ascii: "\n")]
    }
    if let name = typeMember.flatMap({ text[$0]?.string }) { add("event", name.utf8) }
    if let id = idMember.flatMap({ text[$0]?.string }) { add("id", id.utf8) }
    let data = isText ? Array((text.string ?? "").utf8) : json
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      add("data", line)
    }
    return chunk + [UInt8(ascii: "\n")]
  }
}
