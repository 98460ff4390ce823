import Foundation
import Outbox
import Screens

// What the service can be asked.

/// The newest messages of a room before one, or as many as reach back to one.
struct MessageQuery: JSONRecord, Equatable, Sendable {
  var room: Int
  var before: Int?
  var reaching: Int?

  static let record = Codec(MessageQuery.init(room:before:reaching:), \.room, \.before, \.reaching)
}

/// Messages in the order in which they were sent.
struct MessagePage: JSONRecord, Equatable, Sendable {
  var messages: [Message]
  var hasEarlier: Bool

  static let record = Codec(MessagePage.init(messages:hasEarlier:), \.messages, \.hasEarlier)
}

/// A message of a room, or the last one that was read.
struct MessageAddress: JSONRecord, Equatable, Sendable {
  var room: Int
  var id: Int

  static let record = Codec(MessageAddress.init(room:id:), \.room, \.id)
}

struct RoomName: JSONRecord, Equatable, Sendable {
  var room: Int
  var name: String

  static let record = Codec(RoomName.init(room:name:), \.room, \.name)
}

/// A file for a message that is being written.
struct Upload: JSONRecord, Sendable {
  var room: Int
  var file: FileReference

  static let record = Codec(Upload.init(room:file:), \.room, \.file)
}

/// A file that the server has.
struct FileAddress: JSONRecord, Equatable, Sendable {
  var room: Int
  var id: Int

  static let record = Codec(FileAddress.init(room:id:), \.room, \.id)
}

struct NewRoom: JSONRecord, Equatable, Sendable {
  var name: String

  static let record = Codec(NewRoom.init(name:), \.name)
}

struct SearchQuery: JSONRecord, Equatable, Sendable {
  var text: String

  static let record = Codec(SearchQuery.init(text:), \.text)
}

/// How many messages were sent on a day.
struct DayCount: JSONRecord, Equatable, Sendable {
  var day: LocalDate
  var count: Int

  static let record = Codec(DayCount.init(day:count:), \.day, \.count)
}

/// Behind which change the feed begins.
struct Since: JSONRecord, Equatable, Sendable {
  var position: String?

  static let record = Codec(Since.init(position:), \.position)
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
