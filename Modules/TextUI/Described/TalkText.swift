import Foundation
import Screens
import Words

/// The rows of a conversation at a prompt: a line with author, time and text for each, and its day for the heading.
struct TalkText {
  private let author: Shape.Member?
  private let text: Shape.Member
  private let time: Shape.Member?
  /// The row's Boolean that says that the person has written it.
  private let own: String?
  private let others: [Shape.Member]
  private let form: RowText
  private let clock: DateClock

  /// `nil` if the list is none: it grows at its end, has hardly a column, and its rows have a text.
  init?(_ list: ListDescription?, _ form: RowText, _ identity: String, _ clock: DateClock) {
    guard let list, list.edge == .end, list.columns.count <= 1,
      let text = form.members.first(where: { $0.role == .title })
    else { return nil }
    self.text = text
    own = list.own
    author = form.members.first { $0.role == .subtitle }
    let time = form.members.first { $0.shape.unwrapped == .date && $0.role != .relativeTime }
    self.time = time
    let apart = [identity, text.name, author?.name, time?.name, list.own]
    others = form.members.filter { !apart.contains($0.name) }
    self.form = form
    self.clock = clock
  }

  /// The day of a row as people in the language write it; `nil` without a time.
  func day(_ row: JSONText, _ words: Words) -> String? {
    date(row).map { LocalDateText(locale: words.locale).text($0, date: .complete, time: .omitted, in: clock.timeZone) }
  }

  /// A row in a line, without its number.
  func line(_ row: JSONText, _ words: Words) -> Line {
    func said(_ member: Shape.Member?) -> String? {
      guard let member, let json = row[member.name] else { return nil }
      let text = ValueText(member, clock: clock).text(json, words, in: words.locale) ?? ""
      return text.isEmpty ? nil : words.isolated(text.replacing("\n", with: " "))
    }
    let isOwn = own.flatMap { row[$0]?.bool } == true
    let moment = date(row).map {
      LocalDateText(locale: words.locale).text($0, date: .omitted, time: .shortened, in: clock.timeZone)
    }
    let head = [isOwn ? words.text("You") : said(author), moment].compactMap(\.self).joined(separator: ", ")
    let rest = others.compactMap(said).map { " · " + $0 }.joined() + form.refusals(row, words)
    return Line(head, isOwn ? .emphasis : .heading).appending((head.isEmpty ? "" : ": ") + (said(text) ?? ""))
      .appending(rest, .secondary)
  }

  private func date(_ row: JSONText) -> Date? { time.flatMap { row[$0.name] }.flatMap { Date($0) } }
}
