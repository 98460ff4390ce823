import Foundation
import Screens

// What the service can be asked.

/// A password. It has no description, and no JSON that goes out.
struct Password: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

struct SignIn: JSONRecord, Sendable {
  var name: String
  var password: Password

  static let record = Codec(
    SignIn.init(name:password:), Member("name", \.name), Member(secret: "password", \.password))
}

/// Who is signed in. The access token stays in the backend.
struct Account: JSONRecord, ScreenOutcome {
  var name: String
  var isAdmin = false

  static let record = Codec(Account.init(name:isAdmin:), Member("name", \.name), Member("isAdmin", \.isAdmin))
}

/// The newest messages of a room before one, or as many as reach back to one.
struct MessageQuery: JSONRecord, Equatable, Sendable {
  var room: Int
  var before: Int?
  var reaching: Int?

  static let record = Codec(
    MessageQuery.init(room:before:reaching:), Member("room", \.room), Member("before", \.before),
    Member("reaching", \.reaching))
}

/// Messages in the order in which they were sent.
struct MessagePage: JSONRecord, Equatable, Sendable {
  var messages: [Message]
  var hasEarlier: Bool

  static let record = Codec(
    MessagePage.init(messages:hasEarlier:), Member("messages", \.messages), Member("hasEarlier", \.hasEarlier))
}

/// A message of a room, or the last one that was read.
struct MessageAddress: JSONRecord, Equatable, Sendable {
  var room: Int
  var id: Int

  static let record = Codec(MessageAddress.init(room:id:), Member("room", \.room), Member("id", \.id))
}

struct RoomName: JSONRecord, Equatable, Sendable {
  var room: Int
  var name: String

  static let record = Codec(RoomName.init(room:name:), Member("room", \.room), Member("name", \.name))
}

/// A file for a message that is being written.
struct Upload: JSONRecord, Sendable {
  var room: Int
  var file: FileReference

  static let record = Codec(Upload.init(room:file:), Member("room", \.room), Member("file", \.file))
}

/// A file that the server has.
struct FileAddress: JSONRecord, Equatable, Sendable {
  var room: Int
  var id: Int

  static let record = Codec(FileAddress.init(room:id:), Member("room", \.room), Member("id", \.id))
}

struct NewRoom: JSONRecord, Equatable, Sendable {
  var name: String

  static let record = Codec(NewRoom.init(name:), Member("name", \.name))
}

struct SearchQuery: JSONRecord, Equatable, Sendable {
  var text: String

  static let record = Codec(SearchQuery.init(text:), Member("text", \.text))
}

/// How many messages were sent on a day.
struct DayCount: JSONRecord, Equatable, Sendable {
  var day: LocalDate
  var count: Int

  static let record = Codec(DayCount.init(day:count:), Member("day", \.day), Member("count", \.count))
}

/// Behind which change the feed begins.
struct Since: JSONRecord, Equatable, Sendable {
  var position: String?

  static let record = Codec(Since.init(position:), Member("position", \.position))
}

extension ServiceOperation<SignIn, Account> {
  /// A sign-in never waits for one: a wrong password is its answer.
  static var signIn: Self { Self("signIn").effect(.changes).withoutRenewal() }
}

extension ServiceOperation<Void, RoomList> {
  static var rooms: Self { Self("rooms") }
}

extension ServiceOperation<MessageQuery, MessagePage> {
  static var messages: Self { Self("messages") }
}

extension ServiceOperation<NewMessage, Message> {
  static var post: Self { Self("post").effect(.changes) }
}

extension ServiceOperation<Upload, Attachment> {
  static var upload: Self { Self("upload").effect(.changes) }
}

extension ServiceOperation<FileAddress, FileReference> {
  static var download: Self { Self("download") }
}

extension ServiceOperation<NewRoom, Room> {
  /// A room with this name cannot be made twice, so it may be asked for again.
  static var createRoom: Self { Self("createRoom").effect(.changes) }
}

extension ServiceOperation<MessageAddress, Void> {
  static var delete: Self { Self("delete").effect(.repeatable) }
  static var markRead: Self { Self("markRead").effect(.repeatable) }
}

extension ServiceOperation<RoomName, Void> {
  static var rename: Self { Self("rename").effect(.repeatable) }
}

extension ServiceOperation<Int, Void> {
  static var typing: Self { Self("typing").effect(.repeatable) }
}

extension ServiceOperation<SearchQuery, [Message]> {
  static var search: Self { Self("search") }
}

extension ServiceOperation<Int, [DayCount]> {
  static var activity: Self { Self("activity") }
}

extension ServiceFeed<Since, Change> {
  /// What happens in all rooms, each change once.
  static var changes: Self { Self("changes").identified(by: \.number) }
}

extension OutboxOperation<NewMessage, Message> {
  /// The messages of a room are sent in order; rooms do not wait for each other.
  static var post: Self { Self(.post, key: \.key) { "room-\($0.room)" } }
}
