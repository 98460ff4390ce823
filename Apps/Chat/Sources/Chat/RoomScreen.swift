import Foundation
import Outbox
import Screens

/// The messages of a room: those that the server has, and those that wait in the outbox.
final class RoomViewModel: ViewModel {
  typealias Parameters = RoomParameters

  /// A person who is typing says so at most once in so many seconds, and is believed for a little longer.
  static let typingInterval = 5
  static let typingTime = 7
  /// What arrives within so many milliseconds is shown in one step.
  static let arrivalInterval = 50

  let eventSubject = EventSubject<RoomEvent>()
  @Published private(set) var state: RoomState
  var statePublisher: Published<RoomState>.Publisher { $state }

  @Published private var facts: RoomFacts
  private let parameters: RoomParameters
  private let composer: Part<ComposerViewModel>
  private let outbox: Outbox<NewMessage, Message>
  private let download: OptionalPart<DownloadViewModel>
  private var request: AnyCancellable?
  private var typists: [String: AnyCancellable] = [:]
  private var arrived: [Change] = []
  private let arrivals = PassthroughSubject<Void, Never>()
  private var hasShown = false
  private var waitsForConnection = false
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ parameters: RoomParameters, _ environment: AppEnvironment) {
    self.parameters = parameters
    self.environment = environment
    let inbox = environment.inbox
    let room = parameters.room
    composer = Part(of: eventSubject, as: RoomEvent.composer, in: environment) { ComposerViewModel(room: room, $0) }
    download = OptionalPart(of: eventSubject, as: RoomEvent.download, in: environment)
    outbox = environment.outbox(.post)
    var facts = RoomFacts(room: inbox.room(room), account: environment.account)
    // What was stored stands there until the server has answered.
    facts.timeline = Timeline(stored: environment.recent.messages(of: room))
    self.facts = facts
    state = RoomState(facts, composer.state, nil, MessageRows(), environment)
    $facts.combineLatest(
      composer.statePublisher, download.statePublisher,
      environment.presentationChanges.prepend(()).map { MessageRows() }
    )
    .map { facts, composer, download, rows in RoomState(facts, composer, download, rows, environment) }
    .removeDuplicates()
    .assign(to: &$state)
    follow(inbox)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    followTyping()
    inbox.open(room)
    AnyCancellable { inbox.close(room) }.store(in: &cancellables)
  }

  private func follow(_ inbox: Inbox) {
    let room = parameters.room
    inbox.$rooms.map { $0.first { $0.id == room } }
      // Its last message and what is unread are not shown here.
      .removeDuplicates { $0?.name == $1?.name && $0?.rights == $1?.rights }
      .sink { [unowned self] in facts.room = $0 }
      .store(in: &cancellables)
    environment.isOffline.publisher.sink { [unowned self] in facts.isOffline = $0 }.store(in: &cancellables)
    inbox.$condition.sink { [unowned self] in receive($0) }.store(in: &cancellables)
    inbox.changes.filter { $0.room == room || $0.kind == .reset }.sink { [unowned self] in receive($0) }
      .store(in: &cancellables)
    arrivals.throttle(for: .milliseconds(Self.arrivalInterval), scheduler: environment.main, latest: true)
      .sink { [unowned self] in receiveArrived() }
      .store(in: &cancellables)
    outbox.entries.sink { [unowned self] in receive($0) }.store(in: &cancellables)
    // Who followed a link before they signed in, arrives here. Another person has not opened this room.
    environment.accountChanges
      .sink { [unowned self] account in
        if facts.account.isEmpty { facts.account = account } else { environment.navigator.close() }
      }
      .store(in: &cancellables)
    environment.deletions.$hidden.sink { [unowned self] in facts.hidden = $0 }.store(in: &cancellables)
    environment.deletions.failures.filter { $0.item.room == room }.sink { [unowned self] in facts.failure = $0.error }
      .store(in: &cancellables)
  }

  // MARK: - Events

  private func handle(_ event: RoomEvent) {
    let navigator = environment.navigator
    switch event {
    case .viewDidAppear: if !hasShown { loadFirst() }
    case .composer: break
    case .earlierButtonWasTapped:
      load(MessageQuery(room: parameters.room, before: facts.timeline.elements.first?.id))
    case .refreshButtonWasTapped: loadNewest()
    case .retryButtonWasTapped(let id): change(id) { outbox.retry($0) }
    case .dropButtonWasTapped(let id): change(id) { outbox.drop($0) }
    case .deleteButtonWasTapped(let id): delete([id])
    case .deleteSelectedButtonWasTapped(let ids): delete(ids)
    case .copyLinkButtonWasTapped(let id): if let message = facts.timeline.element(id) { copyLink(to: message) }
    case .downloadButtonWasTapped(let id):
      if let file = facts.timeline.element(id)?.attachment { startDownload(of: file) }
    case .download: break
    case .activityButtonWasTapped: try? navigator.open(.activity, ActivityParameters(room: parameters.room))
    case .renameButtonWasTapped: try? navigator.open(.roomName, RoomNameParameters(room: parameters.room))
    }
  }

  func refusal(of event: RoomEvent) -> String? {
    if let refusal = event.describedRefusal(in: state) { return refusal }
    guard case .deleteSelectedButtonWasTapped(let ids) = event else { return nil }
    guard let kept = state.messages.first(where: { ids.contains($0.id) && $0.deleteHidden }) else { return nil }
    return kept.isWaiting
      ? environment.words.text("The message is not sent.")
      : environment.words.text("Only an administrator deletes what others have written.")
  }

  private func delete(_ ids: [String]) { environment.deletions.begin(ids.compactMap { facts.timeline.element($0) }) }

  private func startDownload(of attachment: Attachment) {
    download.open { [room = parameters.room] in DownloadViewModel(attachment, room: room, $0) }
  }

  private func copyLink(to message: Message) {
    let parameters = RoomParameters(room: message.room, message: message.id)
    if let link = AppLinks.chat.link(to: .room, parameters) { environment.front.tell(.copy(chatOrigin + link)) }
  }

  private func change(
    _ id: String, _ body: (IdempotencyKey) -> AnyPublisher<Result<IdempotencyKey, OutboxError>, Never>
  ) {
    guard let key = IdempotencyKey(rawValue: id) else { return }
    body(key).sink { [unowned self] result in
      facts.outboxFailure = if case .failure(let error) = result { error } else { nil }
    }
    .store(in: &cancellables)
  }

  // MARK: - Messages

  /// A person who is offline sees what was stored, and the rest with the next connection.
  private func loadFirst() {
    waitsForConnection = environment.isOffline.value
    if !waitsForConnection { loadNewest() }
  }

  /// Loads the newest messages, and before the first page those since the message of the link.
  private func loadNewest() {
    load(MessageQuery(room: parameters.room, reaching: hasShown ? nil : parameters.message))
  }

  /// What could not be loaded is loaded as soon as there is a connection again.
  private func receive(_ condition: FeedCondition?) {
    facts.condition = condition
    if condition == .open, !facts.timeline.isCurrent, waitsForConnection || facts.failure != nil { loadFirst() }
  }

  private func load(_ query: MessageQuery) {
    facts.isLoading = true
    facts.failure = nil
    let revision = facts.timeline.revision
    let doneCount = environment.deletions.doneCount
    request = environment.backend.answer(.messages, query).result().sink { [unowned self] result in
      if case .success(let page) = result {
        environment.deletions.didReceive(page.messages.map(\.id), askedAt: doneCount)
      }
      receive(result, query, askedAt: revision)
    }
  }

  private func receive(_ result: Result<MessagePage, ServiceError>, _ query: MessageQuery, askedAt revision: Int) {
    facts.isLoading = false
    switch result {
    case .success(let page):
      facts.receive(page, askedAt: revision)
      outbox.didSee(page.messages.compactMap(\.key))
      if query.before == nil { showFirst() }
      didChange()
    case .failure(let error): facts.failure = error
    }
  }

  private func receive(_ change: Change) {
    switch change.kind {
    case .message, .deleted:
      arrived.append(change)
      arrivals.send()
    case .typing: if let person = change.person, person != environment.account { receive(typist: person) }
    case .reset:
      receiveArrived()
      facts.timeline.invalidate()
      loadNewest()
    case .created, .renamed: break
    }
  }

  /// Takes what has arrived in one step, since each makes a state of all rows.
  private func receiveArrived() {
    guard !arrived.isEmpty else { return }
    environment.deletions.didReceive(arrived.compactMap(\.message?.id))
    var facts = facts
    for change in arrived {
      if let message = change.message {
        facts.receive(message)
        typists[message.author] = nil
      }
      if change.kind == .deleted, let id = change.id { facts.timeline.remove(id) }
    }
    facts.typing = typists.keys.sorted()
    self.facts = facts
    for key in arrived.compactMap(\.message?.key) { outbox.didSee(key) }
    arrived = []
    didChange()
  }

  private func receive(_ entries: [Timeline.Entry]) {
    facts.timeline.receive(entries.filter { $0.input.room == parameters.room })
    didChange()
  }

  /// What is new is read, and stored for a start without a network.
  private func didChange() {
    guard hasShown else { return }
    environment.inbox.didShow(facts.timeline.elements, of: parameters.room)
  }

  /// Brings the message of the link into view.
  private func showFirst() {
    guard !hasShown else { return }
    hasShown = true
    guard let message = facts.timeline.elements.first(where: { $0.id == parameters.message }) else { return }
    environment.front.tell(.show(row: Timeline.id(of: message), in: \RoomState.messages))
  }

  // MARK: - Typing

  private func followTyping() {
    eventSubject
      .filter { if case .composer(.textChanged(let text)) = $0 { !text.isEmpty } else { false } }
      .filter { [environment] _ in !environment.isOffline.value }
      .throttle(for: .seconds(Self.typingInterval), scheduler: environment.main, latest: false)
      .map { [environment, parameters] _ in environment.backend.answer(.typing, parameters.room).result() }
      .switchToLatest()
      // That a person is typing may be lost.
      .sink { _ in }
      .store(in: &cancellables)
  }

  private func receive(typist person: String) {
    typists[person] = Just(person).delay(for: .seconds(Self.typingTime), scheduler: environment.main)
      .sink { [unowned self] person in
        typists[person] = nil
        showTypists()
      }
    showTypists()
  }

  private func showTypists() { facts.typing = typists.keys.sorted() }
}

extension Screen<RoomViewModel> {
  static var room: Self {
    Screen("room", about: "The messages of a room.", appearance: .viewDidAppear) { RoomViewModel($0, $1) }
  }
}
