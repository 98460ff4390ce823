import Foundation
import Screens

extension StorageKey<[Room]> {
  /// The rooms, for a start without a network.
  static let rooms = StorageKey("rooms")
}

extension StorageKey<[Message]> {
  /// The last messages of the rooms that were open last, for a start without a network.
  static let recent = StorageKey("recent-messages")
}

extension Stored<[Message]> {
  /// The messages of a room that were stored.
  func messages(of room: Int) -> [Message] { value.filter { $0.room == room } }

  /// Stores the last 30 messages of a room, behind those of rooms that were stored before, 300 in all.
  func keep(_ messages: [Message], of room: Int) {
    let last = Array(messages.suffix(30))
    guard last != self.messages(of: room) else { return }
    value = Array((value.filter { $0.room != room } + last).suffix(300))
  }
}

/// What the screens share: the rooms with what is unread, and the feed of all changes.
final class Inbox {
  /// The seconds until the rooms are asked for again after a failure.
  static let patience = 5
  /// The seconds between two times at which the rooms are stored, or the service is told what was read.
  static let interval = 1

  /// Publishes each change of any room.
  let changes = PassthroughSubject<Change, Never>()
  @Published private(set) var rooms: [Room] = []
  /// How the feed is; `nil` while it is not followed.
  @Published private(set) var condition: FeedCondition?
  /// Why the rooms are not loaded, or no more changes come.
  @Published private(set) var failure: ServiceError?
  @Published private(set) var isLoading = false
  /// The rooms that are open, in which nothing is unread.
  private var openRooms: [Int] = []
  private let environment: AppEnvironment
  /// Behind which change the feed goes on; `nil` before the rooms are loaded.
  private var position: String?
  /// What is heard while the rooms are asked for, and behind which position: the answer may be older.
  private var heard: (since: String?, changes: [Change]) = (nil, [])
  private var request: AnyCancellable?
  private var feed: AnyCancellable?
  /// The last message of each room that the person has seen, and the last one of which the service was told.
  private var seen: [Int: Int] = [:]
  private var marked: [Int: Int] = [:]
  private var marks: [Int: AnyCancellable] = [:]
  private var waits: [Int: AnyCancellable] = [:]
  /// What the rooms that are open show, and that has to be stored.
  private var shown: [Int: [Message]] = [:]
  private let changesOfShown = PassthroughSubject<Void, Never>()
  private let stored: Stored<[Room]>
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    stored = environment.stored(.rooms, default: [])
    rooms = stored.value
    environment.accountChanges.sink { [weak self] _ in self?.restart() }.store(in: &cancellables)
    environment.isOffline.publisher.dropFirst().sink { [weak self] in self?.switchOffline($0) }
      .store(in: &cancellables)
    $rooms.dropFirst().removeDuplicates()
      .throttle(for: .seconds(Self.interval), scheduler: environment.main, latest: true)
      .sink { [stored] in stored.value = $0 }
      .store(in: &cancellables)
    changesOfShown.throttle(for: .seconds(Self.interval), scheduler: environment.main, latest: true)
      .sink { [weak self] in self?.storeShown() }
      .store(in: &cancellables)
  }

  func room(_ id: Int) -> Room? { rooms.first { $0.id == id } }

  /// Loads the rooms, and follows what happens in them, behind what was heard last: so nothing is missed that an open room shows.
  func load() {
    guard !environment.isOffline.value else { return }
    isLoading = true
    failure = nil
    if feed == nil, let position { follow(from: position) }
    heard = (position, [])
    request = environment.backend.answer(.rooms).result().sink { [weak self] in self?.receive($0) }
  }

  /// Another account is there: what was shown is forgotten, and what the next one may see is loaded, which asks for a sign-in.
  private func restart() {
    pause()
    position = nil
    seen = [:]
    marked = [:]
    marks = [:]
    waits = [:]
    shown = [:]
    rooms = stored.value
    load()
  }

  /// Follows nothing while the person is offline.
  private func switchOffline(_ isOffline: Bool) {
    if isOffline { pause() } else { load() }
  }

  private func pause() {
    feed = nil
    request = nil
    isLoading = false
    condition = nil
    failure = nil
  }

  private func receive(_ result: Result<RoomList, ServiceError>) {
    isLoading = false
    switch result {
    case .success(let list):
      rooms = heardChanges(behind: list.position).reduce(list.rooms, applying)
      if feed == nil { follow(from: list.position) }
    case .failure(let error):
      failure = error
      if !error.isDefinite, ![.sessionEnded, .signedOut, .otherAccount].contains(error.code) { loadLater() }
    }
  }

  /// Tries again in a while, until there is a network.
  private func loadLater() {
    request = Just(()).delay(for: .seconds(Self.patience), scheduler: environment.main)
      .sink { [weak self] in self?.load() }
  }

  private func follow(from position: String) {
    self.position = position
    condition = .connecting
    feed = environment.backend.follow(.changes, Since(position: position)).sink { [weak self] completion in
      self?.condition = nil
      self?.feed = nil
      if case .failure(let error) = completion { self?.failure = error }
    } receiveValue: { [weak self] event in
      switch event {
      case .element(let change): self?.receive(change)
      case .condition(let condition): self?.condition = condition
      case .unreadable: break
      }
    }
  }

  private func receive(_ change: Change) {
    position = change.position ?? position
    if isLoading { heard.changes.append(change) }
    let rooms = applying(rooms, change)
    if rooms != self.rooms { self.rooms = rooms }
    if [.reset, .deleted, .created].contains(change.kind) { load() }
    changes.send(change)
  }

  private func heardChanges(behind position: String) -> ArraySlice<Change> {
    guard position != heard.since else { return heard.changes[...] }
    let index = heard.changes.lastIndex { $0.position == position }
    return index.map { heard.changes[($0 + 1)...] } ?? []
  }

  private func applying(_ rooms: [Room], _ change: Change) -> [Room] {
    guard let index = rooms.firstIndex(where: { $0.id == change.room }) else { return rooms }
    var rooms = rooms
    if let message = change.message {
      rooms[index].lastText = message.text
      if message.author != environment.account, !openRooms.contains(change.room) { rooms[index].unread += 1 }
    }
    if change.kind == .renamed { rooms[index].name = change.text ?? rooms[index].name }
    return rooms
  }

  /// A room that the person has made, before the feed tells of it.
  func add(_ room: Room) {
    if self.room(room.id) == nil { rooms.append(room) }
  }

  // MARK: - What is read

  func open(_ room: Int) { openRooms.append(room) }

  func close(_ room: Int) {
    if let index = openRooms.firstIndex(of: room) { openRooms.remove(at: index) }
    tell(room)
  }

  /// A person has seen these messages of a room. The last ones are stored at once, and after a while what came since.
  func didShow(_ messages: [Message], of room: Int) {
    shown[room] = messages
    changesOfShown.send()
    if let last = messages.last { markRead(room, upTo: last.id) }
  }

  private func storeShown() {
    for (room, messages) in shown.sorted(by: { $0.key < $1.key }) { environment.recent.keep(messages, of: room) }
    shown = [:]
  }

  /// A person has seen a room up to a message. The service is told at once, and again after a while of what came since.
  private func markRead(_ room: Int, upTo id: Int) {
    if let index = rooms.firstIndex(where: { $0.id == room }), rooms[index].unread > 0 {
      var rooms = rooms
      rooms[index].unread = 0
      self.rooms = rooms
    }
    seen[room] = max(id, seen[room] ?? 0)
    if waits[room] == nil { tell(room) }
  }

  private func tell(_ room: Int) {
    waits[room] = nil
    guard let id = seen[room], id > marked[room] ?? 0 else { return }
    marked[room] = id
    marks[room] = environment.backend.answer(.markRead, MessageAddress(room: room, id: id)).result()
      .sink { [weak self] _ in self?.marks[room] = nil }
    waits[room] = Just(room).delay(for: .seconds(Self.interval), scheduler: environment.main)
      .sink { [weak self] in self?.tell($0) }
  }
}

private enum InboxKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Inbox { Inbox(environment) }
}

extension AppEnvironment {
  /// The last messages of rooms.
  var recent: Stored<[Message]> { stored(.recent, default: []) }

  /// What the screens share.
  var inbox: Inbox { self[InboxKey.self] }
}
