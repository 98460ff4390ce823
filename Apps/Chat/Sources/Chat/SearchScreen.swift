import Foundation
import Screens

struct FoundRow: ListRow {
  let id: Int
  var room: String
  var author: String
  var text: String
  var sentAt: Date

  static let fields: Fields<FoundRow> = [
    Field(\.id, "The number of the message."), Field(\.text, "The text.", as: .title),
    Field(\.author, "Who has written it.", as: .subtitle), Field(\.room, "The name of the room."),
    Field(\.sentAt, "When it was sent.", as: .relativeTime),
  ]
}

struct SearchFacts {
  var text = ""
  var found = Loading<[Message]>.idle
  var rooms: [Room] = []
}

struct SearchState: RequestState {
  var text: String
  var count: String?
  /// `nil` until something was looked for.
  var found: [FoundRow]?
  var requests: RequestStatus

  init(_ facts: SearchFacts, _ environment: AppEnvironment) {
    let words = environment.words
    text = facts.text
    let messages = facts.found.value
    if let messages, !messages.isEmpty { count = words.text("\(count: messages.count) messages found") }
    found = messages?.map { message in
      FoundRow(
        id: message.id, room: facts.rooms.first { $0.id == message.room }?.name ?? "", author: message.author,
        text: message.text, sentAt: message.sentAt)
    }
    requests = RequestStatus(environment, facts.found)
  }

  static let fields: Fields<SearchState> = [
    Field(\.text, "What is looked for.", as: .search).prompting("pan"),
    .requests("Why nothing was found."),
    Field(\.count, "How many messages were found."),
    Field(\.found, "The messages, the newest first.").labelled("Messages")
      .shownAsList(
        emptyText: "Nothing was found.", columns: [\FoundRow.room, \.sentAt], countedBy: \.count),
  ]
}

enum SearchEvent: ScreenEvent {
  case textChanged(String)
  case retryButtonWasTapped
  case openButtonWasTapped(Int)

  static let cases: [EventCase<SearchEvent>] = [
    EventCase(textChanged, member: "text", "Enter what is looked for."),
    EventCase(.retryButtonWasTapped, "Search again.").retries(SearchState.self),
    EventCase(openButtonWasTapped, member: "id", "Show the message in its room.").purpose(.navigate)
      .row(of: \SearchState.found),
  ]
}

/// Searches all rooms, when a person has stopped typing.
final class SearchViewModel: FactsViewModel<SearchFacts, SearchState, SearchEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(SearchFacts(), environment, SearchState.init)
    environment.inbox.$rooms.sink { [unowned self] in facts.rooms = $0 }.store(in: &cancellables)
    environment.accountChanges.sink { [unowned self] _ in
      facts.text = ""
      forget(\.found)
    }
    .store(in: &cancellables)
    eventSubject
      .filter { if case .textChanged = $0 { true } else { false } }
      .debounce(for: .milliseconds(300), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [unowned self] _ in search(for: facts.text) }
      .store(in: &cancellables)
  }

  override func handle(_ event: SearchEvent) {
    switch event {
    case .textChanged(let text): facts.text = text
    case .retryButtonWasTapped: search(for: facts.text)
    case .openButtonWasTapped(let id):
      guard let message = facts.found.value?.first(where: { $0.id == id }) else { return }
      try? environment.navigator.open(.room, RoomParameters(room: message.room, message: id))
    }
  }

  private func search(for text: String) {
    if text.isEmpty { return forget(\.found) }
    load(\.found, environment.backend.answer(.search, SearchQuery(text: text)))
  }
}

extension Screen<SearchViewModel> {
  static var search: Self { Screen("search", about: "Searches all rooms.") { SearchViewModel($1) } }
}
