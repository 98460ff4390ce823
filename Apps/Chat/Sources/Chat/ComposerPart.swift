import Outbox
import Screens

extension FileWish {
  fileprivate static let attachment = FileWish(limit: 100 << 20, isWhole: false)
}

struct ComposerFacts {
  var draft: Draft
  var upload: UploadState?
  var failure: LocalizedText?
}

struct ComposerState: ScreenState {
  var text: String
  var attachment: String?
  var meeting: String?
  var upload: UploadState?
  var message: String?
  var sendDisabledReason: String?

  var hasNoAttachment: Bool { attachment == nil }
  var hasNoMeeting: Bool { meeting == nil }

  init(_ facts: ComposerFacts, _ environment: AppEnvironment) {
    let words = environment.words
    text = facts.draft.text
    attachment = facts.draft.attachment?.name
    meeting = facts.draft.meeting?.text(in: environment.timeZone)
    upload = facts.upload
    message = facts.failure.map(words.string)
    if environment.account.isEmpty {
      // The outbox would keep it for an account without a name.
      sendDisabledReason = words.text("You are not signed in.")
    } else if facts.upload != nil {
      sendDisabledReason = words.text("The file is being sent.")
    } else if facts.draft.attachment == nil, hasNoMeeting, text.allSatisfy(\.isWhitespace) {
      sendDisabledReason = words.text("The message is empty.")
    } else if text.count > 2_000 {
      sendDisabledReason = words.text("The message has more than 2000 characters.")
    }
  }

  static let fields: Fields<ComposerState> = [
    Field(\.text, "What is being written.").labelled("Your message").prompting("Write a message"),
    Field(\.meeting, "The meeting that is sent with it.").labelled("Meeting"),
    Field(\.hasNoMeeting, name: "hasNoMeeting", "Whether no meeting is sent.").forPrograms(),
    Field(\.attachment, "The file that is sent with it.").labelled("Attachment"),
    Field(\.hasNoAttachment, name: "hasNoAttachment", "Whether no file is sent.").forPrograms(),
    Field(\.upload, "The file that is on its way."),
    Field(\.message, "Why it cannot be sent.", as: .failure).labelled("Not sent"),
    Field(\.sendDisabledReason, "Why there is nothing to send yet."),
  ]
}

enum ComposerEvent: ScreenEvent {
  case textChanged(String)
  case attachButtonWasTapped
  case upload(UploadEvent)
  case removeAttachmentButtonWasTapped
  case meetButtonWasTapped
  case removeMeetingButtonWasTapped
  case sendButtonWasTapped

  static let cases: [EventCase<ComposerEvent>] = [
    EventCase(textChanged, member: "text", "Enter the text of the message."),
    EventCase(.sendButtonWasTapped, "Send the message.").labelled("Send").purpose(.submit).disabled(
      by: \ComposerState.sendDisabledReason),
    EventCase(.attachButtonWasTapped, "Send a file.").labelled("Attach a file").notForAssistants()
      .picksFile(.attachment, shownBy: \ComposerState.upload),
    EventCase(part: \ComposerState.upload, upload, "The file that is on its way."),
    EventCase(.removeAttachmentButtonWasTapped, "Send no file.").labelled("Remove the file").hidden(
      by: \ComposerState.hasNoAttachment),
    EventCase(.meetButtonWasTapped, "Propose a meeting.").labelled("Propose a meeting").purpose(.navigate),
    EventCase(.removeMeetingButtonWasTapped, "Propose no meeting.").labelled("Remove the meeting").hidden(
      by: \ComposerState.hasNoMeeting),
  ]
}

/// Writes a message: a draft that outlives the process, with a file and a meeting. What is sent goes to the outbox.
final class ComposerViewModel: FactsViewModel<ComposerFacts, ComposerState, ComposerEvent>, ViewModel {
  private let room: Int
  /// The account of who writes; empty before the sign-in.
  private var writer: String
  private var transfer: AnyCancellable?
  private lazy var upload = OptionalPart<UploadViewModel>(
    of: eventSubject, as: ComposerEvent.upload, in: environment)
  private var question: AnyCancellable?

  init(room: Int, _ environment: AppEnvironment) {
    self.room = room
    writer = environment.account
    let drafts = environment.drafts
    super.init(
      ComposerFacts(draft: drafts.draft(for: room), failure: drafts.failure(in: room)), environment, ComposerState.init)
    upload.statePublisher.sink { [unowned self] in facts.upload = $0 }.store(in: &cancellables)
    // A draft that was written before the sign-in becomes one of the account. For another account the room closes, and its drafts stay
    // with their author.
    environment.accountChanges
      .sink { [unowned self] account in
        defer { writer = account }
        guard writer.isEmpty else { return }
        if facts.draft.text.isEmpty { facts.draft = environment.drafts.draft(for: room) } else { change { _ in } }
      }
      .store(in: &cancellables)
    // What the outbox did not keep stands here again, before what was written meanwhile.
    environment.drafts.returned.filter { $0.room == room }
      .sink { [unowned self] in
        var facts = facts
        facts.draft = environment.drafts.draft(for: room)
        facts.failure = $0.error.text
        self.facts = facts
      }
      .store(in: &cancellables)
  }

  override func handle(_ event: ComposerEvent) {
    switch event {
    case .textChanged(let text): change { $0.text = text }
    case .attachButtonWasTapped: pickFile()
    case .upload: break
    case .removeAttachmentButtonWasTapped: change { $0.attachment = nil }
    case .meetButtonWasTapped:
      try? environment.navigator.open(.meeting) { [weak self] meeting in
        if let meeting { self?.change { $0.meeting = meeting } }
      }
    case .removeMeetingButtonWasTapped: change { $0.meeting = nil }
    case .sendButtonWasTapped: if state.sendDisabledReason == nil { send() }
    }
  }

  private func change(_ body: (inout Draft) -> Void) {
    if facts.upload == nil { facts.draft.file = nil }
    body(&facts.draft)
    facts.failure = nil
    environment.drafts.keep(facts.draft)
  }

  private func pickFile() {
    question = environment.front.ask(.pickFile(.attachment)).sink { [unowned self] answer in
      switch answer {
      case .answered(let file):
        change { $0.file = file.name }
        transfer = environment.drafts.beginUpload(to: room)
        upload.open { [room] in
          UploadViewModel(Upload(room: room, file: file), $0)
        } onClose: { [weak self] attachment in
          self?.transfer = nil
          self?.change { if let attachment { $0.attachment = attachment } }
        }
      case .cancelled: break
      case .cannot(let reason): facts.failure = LocalizedText(english: reason)
      }
    }
  }

  private func send() {
    let draft = facts.draft
    facts = ComposerFacts(draft: Draft(room: room))
    environment.drafts.send(draft)
  }
}
