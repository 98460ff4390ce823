import Foundation
import Screens

extension StorageKey<[Room]> {
  /// The rooms, for a start without a network.
  static let rooms = StorageKey("rooms")
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
  private var request: AnyCancellable?
  private var feed: AnyCancellable?
  /// The last message of each room that the person has seen, and the last one of which the service was told.
  private var seen: [Int: Int] = [:]
  private var marked: [Int: Int] = [:]
  private var marks: [Int: AnyCancellable] = [:]
  private var waits: [Int: AnyCancellable] = [:]
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    rooms = (try? environment.storage.value(for: .rooms)) ?? []
    environment.accountChanges.sink { [weak self] _ in self?.restart() }.store(in: &cancellables)
    $rooms.dropFirst().removeDuplicates()
      .throttle(for: .seconds(Self.interval), scheduler: environment.main, latest: true)
      .sink { [storage = environment.storage] in storage.set($0.isEmpty ? nil : $0, for: .rooms) { _ in } }
      .store(in: &cancellables)
  }

  func room(_ id: Int) -> Room? { rooms.first { $0.id == id } }

  /// Loads the rooms, and follows what happens in them.
  func load() {
    isLoading = true
    failure = nil
    request = environment.backend.answer(.rooms).result().sink { [weak self] in self?.receive($0) }
  }

  /// Another account is there: what was shown is forgotten, and what the next one may see is loaded, which asks for a sign-in.
  private func restart() {
    feed = nil
    condition = nil
    seen = [:]
    marked = [:]
    marks = [:]
    waits = [:]
    rooms = (try? environment.storage.value(for: .rooms)) ?? []
    load()
  }

  private func receive(_ result: Result<RoomList, ServiceError>) {
    isLoading = false
    switch result {
    case .success(let list):
      rooms = list.rooms
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
    var rooms = rooms
    if let index = rooms.firstIndex(where: { $0.id == change.room }) {
      if let message = change.message {
        rooms[index].lastText = message.text
        if message.author != environment.account, !openRooms.contains(change.room) { rooms[index].unread += 1 }
      }
      if change.kind == .renamed { rooms[index].name = change.text ?? rooms[index].name }
    }
    if rooms != self.rooms { self.rooms = rooms }
    if change.kind == .reset || change.kind == .deleted { load() }
    changes.send(change)
  }

  // MARK: - What is read

  func open(_ room: Int) { openRooms.append(room) }

  func close(_ room: Int) {
    if let index = openRooms.firstIndex(of: room) { openRooms.remove(at: index) }
    tell(room)
  }

  /// A person has seen a room up to a message. The service is told at once, and again after a while of what came since.
  func markRead(_ room: Int, upTo id: Int) {
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
  /// What the screens share.
  var inbox: Inbox { self[InboxKey.self] }
}
