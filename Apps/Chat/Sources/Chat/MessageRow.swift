import Foundation
import Outbox
import Screens

/// A message as a room shows it: one that the server has, or one that waits in the outbox. Its identity is the key with which it was
/// sent, so it stays the same row when the server names it.
struct MessageRow: ListRow {
  let id: String
  var author: String
  var text: String
  var sentAt: Date?
  var attachment: String?
  var meeting: String?
  var status: String?
  var tone = Tone.neutral
  var retryDisabledReason: String?
  var dropDisabledReason: String?
  var isSent: Bool
  var isWaiting: Bool { !isSent }
  var isOwn: Bool
  var deleteHidden: Bool
  var downloadHidden: Bool

  static let fields: Fields<MessageRow> = [
    Field(\.id, "The key of the message, or its number.").forPrograms(),
    Field(\.author, "Who has written it.", as: .subtitle),
    Field(\.text, "The text.", as: .title), Field(\.sentAt, "When it was sent."),
    Field(\.attachment, "The file that was sent with it."), Field(\.meeting, "The meeting that it proposes."),
    Field(\.status, "How it stands.").shownAsStatus(tone: \.tone), Field(\.tone, "How good that is.").forPrograms(),
    Field(\.retryDisabledReason, "Why it cannot be sent again."),
    Field(\.dropDisabledReason, "Why it cannot be dropped."),
    Field(\.isSent, "Whether the server has it.").forPrograms(),
    Field(\.isWaiting, name: "isWaiting", "Whether the server does not have it yet.").forPrograms(),
    Field(\.isOwn, "Whether the person has written it.").forPrograms(),
    Field(\.deleteHidden, "Whether the person may not delete it.").forPrograms(),
    Field(\.downloadHidden, "Whether it has nothing to download.").forPrograms(),
  ]

  /// A message that the server has.
  fileprivate init(_ message: Message, isOwn: Bool, mayDelete: Bool, _ environment: AppEnvironment) {
    id = Timeline.id(of: message)
    author = message.author
    text = message.text
    sentAt = message.sentAt
    attachment = message.attachment?.name
    meeting = message.meeting?.text(in: environment.timeZone)
    isSent = true
    self.isOwn = isOwn
    deleteHidden = !mayDelete
    downloadHidden = attachment == nil
  }

  /// A message that waits.
  init(_ entry: Timeline.Entry, author: String, _ environment: AppEnvironment) {
    let words = environment.words
    id = entry.key.rawValue
    self.author = author
    text = entry.input.text
    attachment = entry.input.attachment?.name
    meeting = entry.input.meeting?.text(in: environment.timeZone)
    status = entry.status.map(words.string)
    tone = entry.tone
    retryDisabledReason = entry.retryDisabledReason.map(words.string)
    dropDisabledReason = entry.editDisabledReason.map(words.string)
    isSent = false
    isOwn = true
    deleteHidden = true
    downloadHidden = true
  }
}

/// The rows of the messages of a room. A row is made once, not again for each message that arrives behind it. Another language or time
/// zone takes new ones.
final class MessageRows {
  private var messages: [Message] = []
  private var rows: [MessageRow] = []
  private var mayDelete: (account: String, any: Bool) = ("", false)

  /// The rows of messages in the order of their numbers.
  ///
  /// - Parameters:
  ///   - new: the messages.
  ///   - account: who may delete their own.
  ///   - mayDeleteAny: whether they may delete those of others.
  ///   - environment: has the words.
  func rows(
    of new: [Message], account: String, mayDeleteAny: Bool, _ environment: AppEnvironment
  ) -> [MessageRow] {
    if mayDelete != (account, mayDeleteAny) { messages = [] }
    mayDelete = (account, mayDeleteAny)
    let start = new.first.flatMap { first in messages.firstIndex { $0.id >= first.id } } ?? messages.count
    let count = zip(messages[start...], new).prefix { $0 == $1 }.count
    rows =
      rows[start..<start + count]
      + new[count...].map {
        MessageRow($0, isOwn: $0.author == account, mayDelete: mayDeleteAny || $0.author == account, environment)
      }
    messages = new
    return rows
  }
}
