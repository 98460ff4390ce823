import Foundation
import Screens

/// The messages that are about to be deleted: each can be undone for five seconds. If the process ends before, nothing is deleted.
final class Deletions {
  /// How long a deletion can be undone.
  static let undoTime = 5

  /// The messages that are hidden, because they are deleted, or about to be.
  @Published private(set) var hidden: Set<Int> = []
  /// Publishes why a message was not deleted.
  let failures = PassthroughSubject<(room: Int, error: ServiceError), Never>()

  private var waits: [String: (messages: [Message], timer: AnyCancellable)] = [:]
  private var requests: [Int: AnyCancellable] = [:]
  private let environment: AppEnvironment
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    environment.noticeAnswers
      .filter { $0.action.name == "undo" && $0.answer == .answered(.action) }
      .compactMap(\.action.value)
      .sink { [weak self] in self?.undo($0) }
      .store(in: &cancellables)
    environment.accountChanges.sink { [weak self] _ in self?.forget() }.store(in: &cancellables)
  }

  /// Hides messages, and deletes them when they can no longer be undone.
  func delete(_ messages: [Message]) {
    guard !messages.isEmpty else { return }
    let name = messages.map { "\($0.id)" }.joined(separator: ",")
    hidden.formUnion(messages.map(\.id))
    let timer = Just(name).delay(for: .seconds(Self.undoTime), scheduler: environment.main)
      .sink { [weak self] in self?.request($0) }
    waits[name] = (messages, timer)
    let words = environment.words
    let notice = FrontRequest.notify(
      words.text("\(count: messages.count) messages were deleted."),
      action: NoticeAction("undo", words.text("Undo"), value: name)
    )
    .waiting(atMost: .seconds(Self.undoTime))
    MainActor.assumeIsolated { [front = environment.front] in front.tell(notice) }
  }

  private func undo(_ name: String) {
    guard let wait = waits.removeValue(forKey: name) else { return }
    hidden.subtract(wait.messages.map(\.id))
  }

  private func request(_ name: String) {
    for message in waits.removeValue(forKey: name)?.messages ?? [] {
      requests[message.id] =
        environment.backend.answer(.delete, MessageAddress(room: message.room, id: message.id)).result()
        .sink { [weak self] in self?.receive($0, message) }
    }
  }

  private func receive(_ result: Result<Void, ServiceError>, _ message: Message) {
    requests[message.id] = nil
    guard case .failure(let error) = result, error.httpStatus != 404 else { return }
    hidden.remove(message.id)
    failures.send((message.room, error))
  }

  private func forget() {
    waits = [:]
    requests = [:]
    hidden = []
  }
}

private enum DeletionsKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Deletions { Deletions(environment) }
}

extension AppEnvironment {
  /// What is about to be deleted.
  var deletions: Deletions { self[DeletionsKey.self] }
}
