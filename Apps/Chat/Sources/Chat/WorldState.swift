import Foundation
import Screens

// What the world answers, as a function of what it has.

extension World.State {
  func check(_ room: Int) throws {
    if !rooms.contains(where: { $0.id == room }) {
      throw ServiceError.problem(status: 404, detail: "This room is not here.")
    }
  }

  func room(_ id: Int, for account: String) -> Room {
    let found = messages.filter { $0.room == id }
    let mark = read["\(account) \(id)"] ?? (id == 1 ? 118 : 0)
    return Room(
      id: id, name: rooms.first { $0.id == id }?.name ?? "", lastText: found.last?.text,
      unread: found.count { $0.id > mark && $0.author != account },
      rights: World.admins.contains(account) ? [.deleteAny, .rename] : [])
  }

  func page(_ query: MessageQuery) throws -> MessagePage {
    try check(query.room)
    let found = messages.filter { $0.room == query.room && $0.id < query.before ?? .max }
    var start = max(0, found.count - World.pageSize)
    if let reaching = query.reaching {
      guard let index = found.firstIndex(where: { $0.id == reaching }) else {
        throw ServiceError.problem(status: 404, detail: "This message was deleted.")
      }
      start = min(start, max(0, index - 5))
    }
    return MessagePage(messages: Array(found[start...]), hasEarlier: start > 0)
  }

  func activity(_ room: Int) throws -> [DayCount] {
    try check(room)
    var counts: [LocalDate: Int] = [:]
    for message in messages where message.room == room {
      counts[LocalDate(of: message.sentAt, in: .gmt), default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { DayCount(day: $0.key, count: $0.value) }
  }

  mutating func post(_ new: NewMessage, _ account: String, now: Date) throws -> Message {
    try check(new.room)
    let isEmpty = new.text.allSatisfy(\.isWhitespace)
    if isEmpty, new.attachment == nil, new.meeting == nil {
      throw ServiceError.problem(status: 422, detail: "The message is empty.")
    }
    if new.text.count > 2_000 {
      throw ServiceError.problem(status: 422, detail: "The message has more than 2000 characters.")
    }
    if let attachment = new.attachment, !files.contains(where: { $0.attachment == attachment }) {
      throw ServiceError.problem(status: 422, detail: "The attachment is not here.")
    }
    let message = Message(
      id: nextID, room: new.room, author: account, text: new.text,
      sentAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)), key: new.key,
      attachment: new.attachment, meeting: new.meeting)
    nextID += 1
    messages.append(message)
    tell(.message, new.room) { $0.message = message }
    return message
  }

  mutating func delete(_ address: MessageAddress, _ account: String) throws {
    guard let index = messages.firstIndex(where: { $0.id == address.id && $0.room == address.room }) else {
      throw ServiceError.problem(status: 404, detail: "This message was deleted.")
    }
    guard messages[index].author == account || World.admins.contains(account) else {
      throw ServiceError.problem(status: 403, detail: "Only an administrator deletes what others have written.")
    }
    messages.remove(at: index)
    tell(.deleted, address.room) { $0.id = address.id }
  }

  mutating func create(_ new: NewRoom, _ account: String) throws -> Room {
    guard !new.name.allSatisfy(\.isWhitespace) else {
      throw ServiceError.problem(status: 422, detail: "The name is missing.")
    }
    guard !rooms.contains(where: { $0.name == new.name }) else {
      throw ServiceError.problem(status: 409, detail: "There is a room with this name.")
    }
    let id = rooms.count + 1
    rooms.append((id, new.name))
    tell(.created, id) { $0.text = new.name }
    return room(id, for: account)
  }

  mutating func rename(_ name: RoomName, _ account: String) throws {
    try check(name.room)
    guard World.admins.contains(account) else {
      throw ServiceError.problem(status: 403, detail: "Only an administrator renames a room.")
    }
    guard !name.name.allSatisfy(\.isWhitespace) else {
      throw ServiceError.problem(status: 422, detail: "The name is missing.")
    }
    for index in rooms.indices where rooms[index].id == name.room { rooms[index].name = name.name }
    tell(.renamed, name.room) { $0.text = name.name }
  }

  // MARK: - The log

  mutating func tell(_ kind: Change.Kind, _ room: Int, _ complete: (inout Change) -> Void) {
    number += 1
    var change = Change(number: number, kind: kind, room: room, position: "\(number)")
    complete(&change)
    log.append(change)
  }

  /// The changes after a number; `nil` if some of them are forgotten.
  func changes(after position: Int) -> [Change]? {
    guard position + 1 >= first, position <= number else { return nil }
    return Array(log.dropFirst(position + 1 - first))
  }
}
