import Foundation
import Screens
import Synchronization

/// The service in memory: three rooms, and Eve, who answers questions.
final class World: Sendable {
  static let pageSize = 50
  /// What it says to those who are not signed in: how they can be.
  static let invitation = "Sign in to see the chat: any name, and the password 1234."
  static let url = URL(string: "https://chat.example")!
  static let admins: Set<String> = ["Ada"]

  struct State {
    var rooms: [(id: Int, name: String)] = [(1, "General"), (2, "Kitchen"), (3, "Support")]
    var messages: [Message] = []
    var read: [String: Int] = [:]
    var answered: [String: Message] = [:]
    var files: [(attachment: Attachment, content: FileReference)] = []
    var log: [Change] = []
    /// The number of the last change, and that of the first one in the log.
    var number = 0
    var first = 1
    var nextID = 124
    /// The accounts whose sessions have ended.
    var expired: Set<String> = []
  }

  private let context: AppDefinition.MockContext
  private let state: Mutex<State>
  private let happened = PassthroughSubject<Void, ServiceError>()

  init(_ context: AppDefinition.MockContext) {
    self.context = context
    let now = Date(timeIntervalSince1970: context.now().timeIntervalSince1970.rounded(.down))
    var state = State()
    let authors = ["Ada", "Bob", "Eve"]
    for index in 0..<120 {
      state.messages.append(
        Message(
          id: index + 1, room: 1, author: authors[index % 3], text: "Message \(index + 1)",
          sentAt: now.addingTimeInterval(-21_600 * Double(120 - index))))
    }
    for (index, text) in ["Who has the big pan?", "It is in the office.", "Tea is ready."].enumerated() {
      state.messages.append(
        Message(
          id: 121 + index, room: 2, author: ["Bob", "Eve", "Bob"][index], text: text,
          sentAt: now.addingTimeInterval(-600 * Double(3 - index))))
    }
    self.state = Mutex(state)
  }

  /// The world of the app, whose session is in the storage.
  var backend: Backend { backend(ServerCredentials(for: Self.url, in: context.storage)) }

  /// The world as one client asks it.
  func backend(_ credentials: ServerCredentials) -> Backend {
    Backend.handlers(handlers(credentials), session: credentials)
  }

  private func handlers(_ credentials: ServerCredentials) -> [ServiceHandler] {
    func handler<Input, Answer>(
      _ operation: ServiceOperation<Input, Answer>,
      _ answer: @escaping @Sendable (inout State, Input, String) throws -> Answer
    ) -> ServiceHandler {
      ServiceHandler(operation) { input in
        try self.change { state in
          guard let account = credentials.account, !state.expired.contains(account) else {
            throw ServiceError.problem(status: 401, detail: Self.invitation)
          }
          return try answer(&state, input, account)
        }
      }
    }
    return [
      ServiceHandler(.signInWithPassword) { try self.signIn($0, credentials) },
      handler(.rooms) { state, _, account in
        RoomList(rooms: state.rooms.map { state.room($0.id, for: account) }, position: "\(state.number)")
      },
      handler(.messages) { state, query, _ in try state.page(query) },
      handler(.post) { state, new, account in try self.post(new, account, in: &state) },
      handler(.upload) { state, upload, _ in
        try state.check(upload.room)
        let file = Attachment(
          id: state.files.count + 1, name: upload.file.name, mediaType: upload.file.mediaType, size: upload.file.size)
        state.files.append((file, upload.file))
        return file
      },
      handler(.download) { state, address, _ in
        try state.check(address.room)
        guard let file = state.files.first(where: { $0.attachment.id == address.id }) else {
          throw ServiceError.problem(status: 404, detail: "The attachment is not here.")
        }
        return file.content
      },
      handler(.createRoom) { state, new, account in try state.create(new, account) },
      handler(.delete) { state, address, account in try state.delete(address, account) },
      handler(.markRead) { state, mark, account in
        try state.check(mark.room)
        state.read["\(account) \(mark.room)", default: 0] = max(mark.id, state.read["\(account) \(mark.room)"] ?? 0)
      },
      handler(.rename) { state, name, account in try state.rename(name, account) },
      handler(.typing) { state, room, account in
        try state.check(room)
        state.tell(.typing, room) { $0.person = account }
      },
      handler(.search) { state, query, _ in
        let text = query.text.lowercased()
        return Array(state.messages.reversed().filter { $0.text.lowercased().contains(text) }.prefix(Self.pageSize))
      },
      handler(.activity) { state, room, _ in try state.activity(room) },
      ServiceHandler(publishing: .changes) { self.changes(after: $0.position.flatMap { Int($0) }) },
    ]
  }

  /// Changes the state, and tells the feeds if something was added to the log.
  func change<Answer>(_ body: (inout State) throws -> Answer) throws -> Answer {
    let (answer, isLogged) = try state.withLock { state in
      let number = state.number
      return (try body(&state), state.number != number)
    }
    if isLogged { happened.send() }
    return answer
  }

  // MARK: - The feed

  // NB: it listens before it looks for what was missed, so that nothing is lost in between.
  func changes(after position: Int?) -> AnyPublisher<Change, ServiceError> {
    Deferred { [self] in
      let start = position ?? state.withLock(\.number)
      return happened.merge(with: Just(()).setFailureType(to: ServiceError.self))
        .scan((position: start, new: [Change]())) { [self] known, _ in
          state.withLock { state in
            let new = state.changes(after: known.position) ?? [Change(number: state.number, kind: .reset, room: 0)]
            return (state.number, new)
          }
        }
        .flatMap { $0.new.publisher }
    }
    .eraseToAnyPublisher()
  }

  /// Forgets what happened, so that no feed can go on where it was.
  func forgetChanges() {
    state.withLock { state in
      state.number += 1
      state.first = state.number + 1
      state.log = []
    }
  }

  /// Ends the sessions of an account.
  func expire(_ account: String) { state.withLock { _ = $0.expired.insert(account) } }

  // MARK: - The answers that need more than the state

  private func signIn(_ signIn: SignIn, _ credentials: ServerCredentials) throws -> SignedIn {
    try credentials.signIn(signIn, password: "1234") { state.withLock { _ = $0.expired.remove(signIn.name) } }
  }

  private func post(_ new: NewMessage, _ account: String, in state: inout State) throws -> Message {
    if let known = state.answered["\(account) \(new.key)"] { return known }
    let message = try state.post(new, account, now: context.now())
    state.answered["\(account) \(new.key)"] = message
    if new.text.hasSuffix("?") {
      let answer = NewMessage(room: new.room, text: "Let me see.", key: IdempotencyKey(rawValue: "eve-\(message.id)")!)
      context.scheduler.schedule(after: context.scheduler.now.advanced(by: .seconds(1))) { [weak self] in
        _ = try? self?.change { try $0.post(answer, "Eve", now: self?.context.now() ?? message.sentAt) }
      }
    }
    return message
  }
}
