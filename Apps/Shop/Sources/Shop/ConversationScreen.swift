import Foundation
import Outbox
import Screens

struct ConversationParameters: ScreenParameters {
  var order: Int

  static let defaults = ConversationParameters(order: 0)
  static let fields: Fields<ConversationParameters> = [Field(required: \.order, "The order's number.")]
}

/// The messages about an order: those that the server has, and those that wait in the outbox.
typealias Timeline = SentList<Message, NewMessage>

extension FileWish {
  fileprivate static let photo = FileWish(types: [".png", ".jpg", ".jpeg"], limit: 10 << 20, isWhole: false)
}

struct MessageRow: ListRow {
  let id: String
  var author: String
  var text: String
  var photo: String?
  var sentAt: Date?
  var status: String?
  var tone = Tone.neutral
  var retryDisabledReason: String?
  var dropDisabledReason: String?
  var isSent = true
  var isOwn: Bool

  init(_ row: Timeline.Row, _ environment: AppEnvironment) {
    id = row.id
    switch row {
    case .element(let message):
      author = message.author
      isOwn = message.author == environment.account
      text = message.text
      photo = message.photo
      sentAt = message.sentAt
    case .entry(let entry):
      author = environment.account
      isOwn = true
      text = entry.input.text
      photo = entry.input.photo?.name
      status = entry.status.map(environment.words.string)
      tone = entry.tone
      retryDisabledReason = entry.retryDisabledReason.map(environment.words.string)
      dropDisabledReason = entry.editDisabledReason.map(environment.words.string)
      isSent = false
    }
  }

  static let fields: Fields<MessageRow> = [
    Field(\.id, "The key of the message, or its number.").forPrograms(),
    Field(\.text, "The text.", as: .title), Field(\.author, "Who has written it.", as: .subtitle),
    Field(\.photo, "The photo that was sent with it."), Field(\.sentAt, "When it was sent."),
    Field(\.status, "How it stands.").shownAsStatus(tone: \.tone), Field(\.tone, "How good that is.").forPrograms(),
    Field(\.retryDisabledReason, "Why it cannot be sent again."),
    Field(\.dropDisabledReason, "Why it cannot be dropped."),
    Field(\.isSent, "Whether the shop has it.").forPrograms(),
    Field(\.isOwn, "Whether you have written it.").forPrograms(),
  ]
}

struct ConversationFacts {
  var order: Int
  var timeline = Timeline()
  var text = ""
  var photo: FileReference?
  var failure: LocalizedText?
}

struct ConversationState: ScreenState {
  var title: String
  var messages: [MessageRow]
  var text: String
  var photo: String?
  var photoHidden: Bool
  var message: String?
  var sendDisabledReason: String?

  init(_ facts: ConversationFacts, _ environment: AppEnvironment) {
    title = environment.words.text("Order \(count: facts.order, isGrouped: false)")
    messages = facts.timeline.rows.map { MessageRow($0, environment) }
    text = facts.text
    photo = facts.photo?.name
    photoHidden = photo == nil
    message = facts.failure.map(environment.words.string)
    if text.allSatisfy(\.isWhitespace), photo == nil {
      sendDisabledReason = environment.words.text("The message is empty.")
    }
  }

  static let fields: Fields<ConversationState> = [
    Field(\.title, "The order.", as: .title), Field(\.message, "What went wrong.", as: .failure),
    Field(\.messages, "What was written, the newest last.")
      .shownAsList(
        emptyText: "Nothing was written yet.", columns: [\MessageRow.status], anchoredAt: .end, own: \MessageRow.isOwn),
    Field(\.text, "What is being written.").labelled("Your message").prompting("Please ring twice."),
    Field(\.photo, "The photo that is sent with it."),
    Field(\.photoHidden, "Whether no photo is sent.").forPrograms(),
    Field(\.sendDisabledReason, "Why there is nothing to send."),
  ]
}

enum ConversationEvent: ScreenEvent {
  case textChanged(String)
  case sendButtonWasTapped
  case attachButtonWasTapped
  case removeButtonWasTapped
  case retryButtonWasTapped(String)
  case dropButtonWasTapped(String)

  static let cases: [EventCase<ConversationEvent>] = [
    EventCase(textChanged, member: "text", "Enter the message."),
    EventCase(.sendButtonWasTapped, "Send the message.").labelled("Send").purpose(.submit)
      .disabled(by: \ConversationState.sendDisabledReason),
    EventCase(.attachButtonWasTapped, "Send a photo of what is damaged.").labelled("Attach a photo").notForAssistants()
      .picksFile(.photo, shownBy: \ConversationState.photo),
    EventCase(.removeButtonWasTapped, "Send no photo.").labelled("Remove the photo")
      .hidden(by: \ConversationState.photoHidden),
    EventCase(retryButtonWasTapped, member: "id", "Send the message again.").labelled("Send again")
      .row(of: \ConversationState.messages, disabledBy: \.retryDisabledReason, hiddenBy: \.isSent),
    EventCase(dropButtonWasTapped, member: "id", "Do not send the message.").labelled("Do not send")
      .destructive().row(of: \ConversationState.messages, disabledBy: \.dropDisabledReason, hiddenBy: \.isSent),
  ]
}

/// The conversation with the courier of an order. What is written is sent by the outbox, so it outlives the process.
final class ConversationViewModel: FactsViewModel<ConversationFacts, ConversationState, ConversationEvent>, ViewModel {
  typealias Parameters = ConversationParameters

  private let order: Int
  private let outbox: Outbox<NewMessage, Message>
  private var question: AnyCancellable?

  init(_ order: Int, _ environment: AppEnvironment) {
    self.order = order
    outbox = environment.outbox(.post)
    super.init(ConversationFacts(order: order), environment, ConversationState.init)
    outbox.entries.sink { [unowned self] entries in
      facts.timeline.receive(entries.filter { $0.input.order == order })
    }
    .store(in: &cancellables)
    environment.backend.follow(.conversation, order).elements().sink { [unowned self] completion in
      if case .failure(let error) = completion { facts.failure = error.text }
    } receiveValue: { [unowned self] message in
      facts.timeline.receive(message)
      if let key = message.key { outbox.didSee(key) }
    }
    .store(in: &cancellables)
  }

  override func handle(_ event: ConversationEvent) {
    switch event {
    case .textChanged(let text): facts.text = text
    case .sendButtonWasTapped: if state.sendDisabledReason == nil { send() }
    case .attachButtonWasTapped: pickPhoto()
    case .removeButtonWasTapped: facts.photo = nil
    case .retryButtonWasTapped(let id): IdempotencyKey(rawValue: id).map { show(outbox.retry($0)) }
    case .dropButtonWasTapped(let id): IdempotencyKey(rawValue: id).map { show(outbox.drop($0)) }
    }
  }

  private func send() {
    facts.failure = nil
    let (text, photo) = (facts.text, facts.photo)
    facts.text = ""
    facts.photo = nil
    outbox.add { [order] in NewMessage(order: order, text: text, photo: photo, key: $0) }
      .sink { [unowned self] result in
        // What the outbox does not keep stands in the field again.
        guard case .failure(let error) = result else { return }
        facts.text = text + facts.text
        facts.photo = facts.photo ?? photo
        facts.failure = error.text
      }
      .store(in: &cancellables)
  }

  private func show(_ change: AnyPublisher<Result<IdempotencyKey, OutboxError>, Never>) {
    change.sink { [unowned self] result in
      facts.failure = if case .failure(let error) = result { error.text } else { nil }
    }
    .store(in: &cancellables)
  }

  private func pickPhoto() {
    question = environment.front.ask(.pickFile(.photo))
      .sink { [unowned self] answer in
        switch answer {
        case .answered(let file): facts.photo = file
        case .cancelled: break
        case .cannot(let reason): facts.failure = LocalizedText(english: reason)
        }
      }
  }
}

extension Screen<ConversationViewModel> {
  static var conversation: Self {
    Screen("conversation", about: "The conversation with the courier of an order.") {
      ConversationViewModel($0.order, $1)
    }
  }
}
