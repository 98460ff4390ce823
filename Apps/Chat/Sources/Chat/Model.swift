import Foundation
import Outbox
import Screens

/// What a person may do in a room beyond reading and writing. The server decides.
enum Right: String, Choice {
  case deleteAny, rename
}

/// A room, as a person sees it.
struct Room: JSONRecord, ScreenOutcome {
  var id: Int
  var name: String
  var lastText: String?
  var unread = 0
  var rights: [Right] = []

  static let record = Codec(Room.init(id:name:lastText:unread:rights:), \.id, \.name, \.lastText, \.unread, \.rights)
}

/// All rooms, and where the feed of changes goes on behind them.
struct RoomList: JSONRecord, Equatable, Sendable {
  var rooms: [Room]
  var position: String

  static let record = Codec(RoomList.init(rooms:position:), \.rooms, \.position)
}

/// A file that the server has.
struct Attachment: JSONRecord, ScreenOutcome {
  var id: Int
  var name: String
  var mediaType: String?
  var size: Int

  static let record = Codec(Attachment.init(id:name:mediaType:size:), \.id, \.name, \.mediaType, \.size)
}

/// What people meet for, and when: at a local time in a zone.
struct Meeting: JSONRecord, ScreenOutcome {
  var title: String
  var time: ZonedDateTime

  static let record = Codec(Meeting.init(title:time:), \.title, \.time)

  /// The meeting in words, with the time on the clocks of the person who reads it.
  func text(in zone: TimeZone) -> String {
    let local = "\(time.local.date) \(time.local.time)"
    guard let date = time.date else { return "\(title), \(local) (\(time.zone))" }
    let here = LocalDateTime(of: date, in: zone)
    return here == time.local
      ? "\(title), \(local)" : "\(title), \(local) (\(time.zone)), \(here.date) \(here.time) (\(zone.identifier))"
  }
}

/// A message, as the server has it.
struct Message: JSONRecord, SentElement, Equatable {
  var id: Int
  var room: Int
  var author: String
  var text: String
  var sentAt: Date
  /// The key with which it was sent, by which its author knows it before the server has answered.
  var key: IdempotencyKey?
  var attachment: Attachment?
  var meeting: Meeting?

  static let record = Codec(
    Message.init(id:room:author:text:sentAt:key:attachment:meeting:), \.id, \.room, \.author, \.text, \.sentAt, \.key,
    \.attachment, \.meeting)
}

/// A message that is to be sent.
struct NewMessage: JSONRecord, Equatable, Sendable {
  var room: Int
  var text: String
  var attachment: Attachment?
  var meeting: Meeting?
  var key: IdempotencyKey

  static let record = Codec(
    NewMessage.init(room:text:attachment:meeting:key:), \.room, \.text, \.attachment, \.meeting, \.key)
}

/// The messages of a room: those that the server has, and those that wait in the outbox.
typealias Timeline = SentList<Message, NewMessage>

/// Something that has happened in a room.
struct Change: JSONRecord, Equatable, Sendable {
  enum Kind: String, Choice {
    case message, deleted, created, renamed, typing
    /// What happened before is not known any more: what is shown has to be loaded again.
    case reset
  }

  var number: Int
  var kind: Kind
  var room: Int
  /// The message that was sent.
  var message: Message?
  /// The message that was deleted.
  var id: Int?
  /// Who is typing.
  var person: String?
  /// The new name of the room.
  var text: String?
  /// Where the feed goes on behind this change.
  var position: String?

  static let record = Codec(
    Change.init(number:kind:room:message:id:person:text:position:), \.number, \.kind, \.room, \.message, \.id, \.person,
    \.text, \.position)
}
