public import Descriptions
internal import JSON
import Words

// The questions that every front may know.

// MARK: - Confirm

/// One of the choices of a ``FrontQuestion/confirm``.
public struct ConfirmChoice: JSONRecord, Hashable, Sendable {
  /// What a choice does.
  public enum Role: String, Choice {
    case normal
    /// It takes something away. An assistant never chooses for the person where one does.
    case destructive
    /// It gives up what was asked about.
    case cancel
  }

  /// The choice's name, which is the answer.
  public var name: String
  /// The choice as people read it.
  public var label: String
  /// What it does.
  public var role: Role

  /// A choice.
  public init(_ name: String, _ label: String, role: Role = .normal) {
    self.name = name
    self.label = label
    self.role = role
  }

  /// A choice that takes something away.
  public static func destructive(_ name: String, _ label: String) -> Self { Self(name, label, role: .destructive) }

  /// A choice that gives up what was asked about. It is an answer, too.
  public static func cancel(_ name: String, _ label: String) -> Self { Self(name, label, role: .cancel) }

  public static let record = Codec(
    { ConfirmChoice($0, $1, role: $2) }, Field(\ConfirmChoice.name, "The answer."),
    Field(\.label, "The choice as people read it."), Field(\.role, "What the choice does."))
}

/// What a ``FrontQuestion/confirm`` asks with.
public struct Confirmation: JSONRecord, Hashable, Sendable {
  /// The question in a few words.
  public var title: String
  /// What a person should know of it.
  public var message: String?
  /// The choices.
  public var choices: [ConfirmChoice]

  /// A question with choices.
  public init(_ title: String, message: String? = nil, _ choices: [ConfirmChoice]) {
    self.title = title
    self.message = message
    self.choices = choices
  }

  /// Whether a choice takes something away.
  public var isDestructive: Bool { choices.contains { $0.role == .destructive } }

  public static let record = Codec(
    { Confirmation($0, message: $1, $2) }, Field(\Confirmation.title, "The question in a few words."),
    Field(\.message, "What a person should know of it."), Field(\.choices, "The choices."))
}

extension FrontQuestion<Confirmation, String> {
  /// A person chooses between a few choices. The answer is the name of the choice.
  public static var confirm: Self { Self("confirm") }
}

extension FrontRequest<String> {
  /// Asks a person to choose.
  ///
  /// - Parameters:
  ///   - title: The question in a few words.
  ///   - message: What a person should know of it.
  ///   - choices: The choices, each with a name of its own: one may be destructive, and one cancels.
  public static func confirm(_ title: String, message: String? = nil, _ choices: [ConfirmChoice]) -> Self {
    precondition(!choices.isEmpty, "The question \"\(title)\" has no choices.")
    let names = Set(choices.map(\.name))
    precondition(names.count == choices.count, "Two choices of the question \"\(title)\" have one name.")
    let confirmation = Confirmation(title, message: message, choices)
    var request = FrontRequest(.confirm, confirmation)
    request.traits.isPersonal = confirmation.isDestructive
    request.fault = { answer in
      confirmation.choices.contains { $0.name.hasSameBytes(as: answer) }
        ? nil : Words.text("The answer is one of \(confirmation.choices.map(\.name).joined(separator: ", ")).")
    }
    return request
  }
}

// MARK: - Notices

/// What a person can do about a notice, such as undoing what it reports.
public struct NoticeAction: JSONRecord, Hashable, Sendable {
  /// The action's name, by which an app's own code knows it.
  public var name: String
  /// The action as people read it.
  public var label: String
  /// What the action is about, such as the number of what was deleted.
  public var value: String?

  /// An action.
  public init(_ name: String, _ label: String, value: String? = nil) {
    self.name = name
    self.label = label
    self.value = value
  }

  public static let record = Codec(
    { NoticeAction($0, $1, value: $2) }, Field(\NoticeAction.name, "The action's name."),
    Field(\.label, "The action as people read it."), Field(\.value, "What the action is about."))
}

/// What a ``FrontQuestion/notify`` says.
public struct Notice: JSONRecord, Hashable, Sendable {
  /// What has happened.
  public var text: String
  /// How good or bad it is.
  public var tone: Tone
  /// What a person can do about it.
  public var action: NoticeAction?

  /// A notice.
  public init(_ text: String, tone: Tone = .neutral, action: NoticeAction? = nil) {
    self.text = text
    self.tone = tone
    self.action = action
  }

  public static let record = Codec(
    { Notice($0, tone: $1, action: $2) }, Field(\Notice.text, "What has happened."),
    Field(\.tone, "How good or bad it is."), Field(\.action, "What a person can do about it."))
}

/// What a person did with a notice.
public enum NoticeReply: String, Choice {
  /// It was shown, and has no action.
  case shown
  /// The person has put it away.
  case dismissed
  /// The person has chosen the action.
  case action
}

/// What came of a notice with an action that no open screen waits for; see `AppEnvironment.noticeAnswers`.
public struct NoticeAnswer: Equatable, Sendable {
  /// The action of the notice.
  public let action: NoticeAction
  /// What came of the notice.
  public let answer: FrontAnswer<NoticeReply>

  package init(action: NoticeAction, answer: FrontAnswer<NoticeReply>) {
    self.action = action
    self.answer = answer
  }
}

extension FrontQuestion<Notice, NoticeReply> {
  /// A notice, which belongs to the app: it stays when its screen is closed. One with an action stays until a person has chosen
  /// or dismissed it.
  public static var notify: Self { Self("notify") }
}

extension FrontRequest<NoticeReply> {
  /// Tells a person something. With an action it is a question.
  ///
  /// - Parameters:
  ///   - text: What has happened, with what the action is about.
  ///   - tone: How good or bad it is.
  ///   - action: What the person can do about it.
  public static func notify(_ text: String, tone: Tone = .neutral, action: NoticeAction? = nil) -> Self {
    var request = FrontRequest(.notify, Notice(text, tone: tone, action: action))
    request.traits.isNotice = true
    request.traits.isMomentary = action == nil
    request.traits.isForAssistants = action == nil
    request.fault = { reply in
      switch reply {
      case .action: action == nil ? Words.text("The notice has no action.") : nil
      case .shown: action == nil ? nil : Words.text("The notice has an action: the answer is action or dismissed.")
      case .dismissed: nil
      }
    }
    return request
  }
}

// MARK: - Links, the clipboard, rows

/// What a ``FrontQuestion/openLink`` opens.
public struct LinkToOpen: JSONRecord, Hashable, Sendable {
  /// The address.
  public var link: Link
  /// The host's name, which a front shows to the person; `nil` for an address without one.
  public var host: String?

  /// An address.
  public init(_ link: Link) {
    self.link = link
    host = link.host
  }

  public static let record = Codec(
    { link, _ in LinkToOpen(link) }, Field(\LinkToOpen.link, "The address."),
    Field(\.host, "The host's name, to be shown."))
}

extension FrontQuestion<LinkToOpen, Void> {
  /// The front opens an address for the person.
  public static var openLink: Self { Self("openLink") }
}

extension FrontRequest<Void> {
  /// Opens an address in the person's front. It may come from a stranger: `https`, `http`, `mailto` and the schemes that the app
  /// lists (`AppEnvironment.linkSchemes`) are allowed, and a text that is not plainly an address is not.
  public static func openLink(_ link: Link) -> Self {
    var request = FrontRequest(.openLink, LinkToOpen(link))
    request.traits.isMomentary = true
    request.traits.isPersonal = true
    request.obstacle = { schemes in
      link.isAllowed(schemes: schemes)
        ? nil
        : Words.text(
          "This address cannot be opened: it begins with none of \(schemes.sorted().map { $0 + ":" }.joined(separator: ", ")) or is malformed."
        )
    }
    return request
  }
}

/// What a ``FrontQuestion/copy`` puts on the clipboard.
public struct CopiedText: JSONRecord, Hashable, Sendable {
  /// The text.
  public var text: String

  /// A text.
  public init(_ text: String) { self.text = text }

  public static let record = Codec({ CopiedText($0) }, Field(\CopiedText.text, "The text."))
}

extension FrontQuestion<CopiedText, Void> {
  /// The front puts a text on the person's clipboard.
  public static var copy: Self { Self("copy") }
}

extension FrontRequest<Void> {
  /// Puts a text on the person's clipboard.
  public static func copy(_ text: String) -> Self {
    FrontRequest(.copy, CopiedText(text)).with { $0.isMomentary = true }
  }
}

/// What a ``FrontQuestion/show`` brings into view.
public struct RowToShow: JSONRecord, Hashable, Sendable {
  /// The field of the screen's state with the list.
  public var list: String
  /// The row's identity; a number as its digits.
  public var row: String

  /// A row of a list.
  public init(list: String, row: String) {
    self.list = list
    self.row = row
  }

  public static let record = Codec(
    { RowToShow(list: $0, row: $1) }, Field(\RowToShow.list, "The field of the state with the list."),
    Field(\.row, "The row's identity; a number as its digits."))
}

extension FrontQuestion<RowToShow, Void> {
  /// The front brings a row of the asking screen into view.
  public static var show: Self { Self("show") }
}

extension FrontRequest<Void> {
  /// Brings a row of the asking screen into view.
  ///
  /// - Parameters:
  ///   - row: The row's identity.
  ///   - rows: The state's list. It has to be in a field of the state.
  public static func show<State: ScreenState, Row: ListRow>(row: Row.ID, in rows: KeyPath<State, [Row]>) -> Self {
    let list = State.fields.name(of: rows) ?? ""
    return FrontRequest(.show, RowToShow(list: list, row: "\(row)")).with { $0.isMomentary = true }
  }
}
