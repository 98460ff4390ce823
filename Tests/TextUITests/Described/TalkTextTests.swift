import ExpectSupport
import Foundation
import JSON
import Screens
import StandardIO
import Testing
import Words

@testable import TextUI

/// A conversation at a prompt.
@MainActor @Suite struct TalkTextTests {
  private struct Message: ListRow {
    let id: Int
    var text = ""
    var author = ""
    var sentAt: Date?
    var file: String?
    var isOwn = false

    static let fields: Fields<Message> = [
      Field(\.id, "The number.").forPrograms(), Field(\.text, "The text.", as: .title),
      Field(\.author, "Who has written it.", as: .subtitle), Field(\.sentAt, "When it was sent."),
      Field(\.file, "The file that was sent with it."), Field(\.isOwn, "Whether it is one's own.").forPrograms(),
    ]
  }

  private struct Room: DescribedObject {
    var messages: [Message] = []
    var log: [Message] = []
    static let fields: Fields<Room> = [
      Field(\.messages, "The messages.").shownAsList(columns: [\Message.file], anchoredAt: .end, own: \Message.isOwn),
      Field(\.log, "The messages.").shownAsList(columns: [\Message.file]),
    ]
  }

  private let list = List<Int>("messages")
  private let clock = DateClock()

  private func makeTalk(of field: Int) -> TalkText? {
    let member = Room.shape.members[field]
    return TalkText(member.list, RowText(member.shape.element, "id", [], clock), "id", clock)
  }

  /// Four a day, each second one of the person's own, the last with a file and not sent yet.
  private func show(_ numbers: ClosedRange<Int>) throws {
    let talk = try #require(makeTalk(of: 0))
    let rows = try numbers.map { number in
      let time = number == 60 ? "null" : #""2026-11-\#(10 + number / 4)T0\#(number % 4 * 2):30:00Z""#
      let file = number == 60 ? #""plan.pdf""# : "null"
      let json =
        #"{"id":\#(number),"text":"Message\n\#(number)","author":"Eve","sentAt":\#(time),"file":\#(file),"isOwn":\#(number % 2 == 0)}"#
      return try JSONText(scanning: json.utf8)
    }
    list.isAnchoredAtEnd = true
    list.described.talk = { talk.line(rows[$0], .english) }
    list.described.heading = { index, _ in talk.day(rows[index], .english) }
    list.setRows(count: rows.count, id: { numbers.lowerBound + $0 }, text: { "\($0)" })
  }

  private func lines(_ room: Int) -> [String] {
    list.fit(to: room)
    return list.lines(fitting: 80).map(Style.plain.text)
  }

  @Test func `has author and time before each message and a line for each day, in the room that there is`() throws {
    try show(1...5)
    expectEqual(
      lines(20),
      [
        "messages: 5 rows", "  Tuesday, November 10, 2026", "  1. Eve, 2:30 AM: Message 1",
        "  2. You, 4:30 AM: Message 2", "  3. Eve, 6:30 AM: Message 3", "  Wednesday, November 11, 2026",
        "  4. You, 12:30 AM: Message 4", "  5. Eve, 2:30 AM: Message 5",
      ])
    expectEqual(
      lines(4),
      [
        "messages: rows 4 to 5 of 5", "  Wednesday, November 11, 2026", "  4. You, 12:30 AM: Message 4",
        "  5. Eve, 2:30 AM: Message 5",
      ])
  }

  @Test func `says what is not sent yet, and what belongs to a message`() throws {
    try show(60...60)
    expectEqual(lines(20), ["messages: 1 row", "  1. You: Message 60 · plan.pdf"])
  }

  @Test func `says how many are new to a reader who is elsewhere, until they are shown`() throws {
    try show(1...40)
    _ = lines(6)
    try list.showPage(from: 2)
    #expect(!lines(6)[0].contains("new"))
    try show(1...42)
    try show(1...43)
    let heading = lines(6)[0]
    #expect(heading.hasPrefix("messages: rows 2 to ") && heading.hasSuffix(" of 43, 3 new"), "\(heading)")
    try list.showPage(from: 41)
    #expect(!lines(6)[0].contains("new"))
    try show(1...44)
    expectEqual(lines(6).last, "  44. You, 12:30 AM: Message 44")
  }

  @Test func `a list that begins at its first row is none`() {
    #expect(makeTalk(of: 1) == nil)
  }
}
