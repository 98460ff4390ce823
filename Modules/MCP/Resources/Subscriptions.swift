import Descriptions
import JSONRPC

/// The subscriptions of a client to changes of resources. A client of the older era subscribes to an address, and one of the newer
/// era by a request that stays open.
@MainActor final class Subscriptions {
  /// A request of the newer era that stays open.
  private final class Listener {
    let id: JSONText
    let addresses: Set<ExactIdentity<String>>
    let wantsList: Bool
    var topics: [String: Topic] = [:]
    var list: Topic?

    init(id: JSONText, addresses: Set<ExactIdentity<String>>, wantsList: Bool) {
      self.id = id
      self.addresses = addresses
      self.wantsList = wantsList
    }
  }

  private let session: Session
  private var topics: [String: Topic] = [:]
  private var listeners: [Listener] = []
  /// Whether the client speaks the older era, and so hears of the list without asking.
  private var reportsList = false
  private lazy var list = Topic("notifications/resources/list_changed") { _ in }

  private static let subscriptionMember = "io.modelcontextprotocol/subscriptionId"

  init(_ session: Session) { self.session = session }

  // MARK: - The older era

  func reportList() { reportsList = true }

  func subscribe(_ uri: String) {
    if topics[uri] == nil { topics[uri] = Self.topic(for: uri) }
  }

  func unsubscribe(_ uri: String) {
    if topics[exactly: uri] != nil { topics[uri] = nil }
  }

  // MARK: - The newer era

  /// Acknowledges what can be reported, and reports it until the request is cancelled, or the input ends.
  ///
  /// - Parameter isKnown: Whether an address is that of a resource.
  func listen(
    _ wishes: JSONText?, _ call: Call, _ members: [String: JSON], isKnown: (String) -> Bool
  ) throws(RPCError) {
    guard let id = call.id else { return }
    // The notifications carry the id: two requests of one id could not be told apart.
    guard !listeners.contains(where: { $0.id.canonical == id.canonical }) else {
      throw RPCError(.invalidRequest, reason: "duplicateId", hint: "the request with this id is open")
    }
    var addresses: Set<ExactIdentity<String>> = []
    for uri in wishes?["resourceSubscriptions"]?.elements ?? JSONText(scanned: ArraySlice("[]".utf8)).elements {
      guard let uri = uri.string else {
        throw .invalidParams(
          JSONPointer("notifications", "resourceSubscriptions"), expected: "an array of strings", reason: "wrongType")
      }
      if isKnown(uri) { addresses.insert(ExactIdentity(uri)) }
    }
    let wantsList = wishes?["resourcesListChanged"]?.bool == true
    // NB: a copy, because the chunk of the input that holds the id must not live as long as the request.
    let listener = Listener(
      id: JSONText(scanned: ArraySlice(Array(id.bytes))), addresses: addresses, wantsList: wantsList)
    listeners.append(listener)
    let end = { [weak self] () -> Void in self?.listeners.removeAll { $0 === listener } }
    call.onCancel = end
    call.onEndOfInput = { [weak call] in
      end()
      call?.succeed { writer in
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
          guard name == "_meta", case .object(let meta) = value else {
            writer.member(name, value)
            continue
          }
          Self.writeMeta(listener.id, beside: meta, &writer)
        }
      }
    }
    session.notify("notifications/subscriptions/acknowledged") { writer in
      Self.writeMeta(listener.id, &writer)
      writer.member("notifications") {
        $0.object {
          if !addresses.isEmpty { $0.member("resourceSubscriptions", addresses.map(\.id).sorted()) }
          if wantsList { $0.member("resourcesListChanged", true) }
        }
      }
    }
  }

  // MARK: - Changes

  /// The state of a resource has changed.
  func didChange(_ uri: String) {
    if let topic = topics[uri] { session.update(topic) }
    for listener in listeners where listener.addresses.contains(ExactIdentity(uri)) {
      let topic = listener.topics[uri] ?? Self.topic(for: uri, listener.id)
      listener.topics[uri] = topic
      session.update(topic)
    }
  }

  /// A screen was opened or closed.
  func didChangeList() {
    if reportsList { session.update(list) }
    for listener in listeners where listener.wantsList {
      let topic =
        listener.list ?? Topic("notifications/resources/list_changed") { [id = listener.id] in Self.writeMeta(id, &$0) }
      listener.list = topic
      session.update(topic)
    }
  }

  /// The reports of a resource, of which only the newest waits.
  private static func topic(for uri: String, _ id: JSONText? = nil) -> Topic {
    Topic("notifications/resources/updated") { writer in
      if let id { writeMeta(id, &writer) }
      writer.member("uri", uri)
    }
  }

  private static func writeMeta(
    _ id: JSONText, beside others: [String: JSON] = [:], _ writer: inout JSONWriter
  ) {
    writer.member("_meta") { writer in
      writer.object { writer in
        for (name, value) in others.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        writer.member(subscriptionMember, id)
      }
    }
  }
}
