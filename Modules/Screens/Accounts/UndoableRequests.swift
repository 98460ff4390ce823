import Dispatch
public import Requests
public import Storage
public import Streams
import StreamsExtras
public import Words

/// Requests that a person can undo for a few seconds, as a rule deletions: what they are about is hidden at once, a notice offers to undo
/// it, and when that is over the service is asked.
///
/// One for all screens of an app is a value of its environment:
///
/// ```swift
/// struct Photo: Identifiable, Sendable {
///   var id: Int
/// }
///
/// extension ServiceOperation<Int, Void> {
///   static var deletePhoto: Self { Self("delete-photo").effect(.repeatable) }
/// }
///
/// enum PhotoDeletionsKey: AppEnvironmentKey {
///   static func defaultValue(in environment: AppEnvironment) -> UndoableRequests<Photo> {
///     UndoableRequests(.deletePhoto, in: environment) { photo in
///       photo.id
///     } notice: { photos, words in
///       words.text("\(count: photos.count) photos were deleted.")
///     }
///   }
/// }
///
/// extension AppEnvironment {
///   var photoDeletions: UndoableRequests<Photo> { self[PhotoDeletionsKey.self] }
/// }
/// ```
///
/// A screen shows what is not ``hidden``, calls ``begin(_:)``, and follows ``done`` and ``failures``. The notice belongs to the app: it stays
/// when its screen is closed. An assistant can undo what it has done itself, for a minute. What is done once cannot be undone, and what is
/// undone is not asked for. What was done stays hidden, since a list may have been asked for before that; what the service may bring
/// back, such as a deleted photo that someone else has restored, is passed to ``didReceive(_:askedAt:)``.
///
/// Without a key of the storage, what can still be undone is not done if the process ends or the account changes. With one, it is
/// offered to be undone again in the next session of the account, and then done. It is used on the main actor.
public final class UndoableRequests<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// What is waiting to be asked for, or is asked for, oldest first.
  @Published public private(set) var items: [Item] = []
  /// The identities of what a screen does not show: of the ``items``, and of what was done for this account.
  @Published public private(set) var hidden: Set<Item.ID> = []
  /// How many items were done for this account: it tells whether a list was asked for before one of them, see
  /// ``didReceive(_:askedAt:)``.
  public private(set) var doneCount = 0

  private let request: (Item) -> AnyPublisher<Void, ServiceError>
  private let offer: UndoOffer<Item>
  private let stored: StoredItems
  private let main: AnySchedulerOf<DispatchQueue>
  private let doneSubject = PassthroughSubject<Item, Never>()
  private let failureSubject = PassthroughSubject<Failure, Never>()
  /// The notices that are open, by their values.
  private var waits: [String: (items: [Item], timer: AnyCancellable)] = [:]
  private var requests: [Item.ID: AnyCancellable] = [:]
  /// What was done, and as which one.
  private var finished: [Item.ID: Int] = [:]
  private var cancellables: Set<AnyCancellable> = []

  /// The items that outlive the process.
  private struct StoredItems {
    var load: () -> [Item] = { [] }
    var store: ([Item]) -> Void = { _ in }
  }

  /// Why something was not done.
  public struct Failure: Sendable {
    /// What was not done. It is shown again, unless it waits for a sign-in.
    public let item: Item
    /// The reason.
    public let error: ServiceError
  }

  /// Requests of an operation.
  ///
  /// - Parameters:
  ///   - operation: What is asked for each item. An answer 404 or 410 means that it was done before.
  ///   - environment: That of the app, when its value is made.
  ///   - name: The name of the notice's action. Those of an app differ.
  ///   - undoTime: How long it can be undone.
  ///   - input: What the operation is asked with.
  ///   - notice: Says what was done, in the language of the app.
  public convenience init<Input>(
    _ operation: ServiceOperation<Input, Void>, in environment: AppEnvironment, name: String = "undo",
    undoTime: Duration = .seconds(5), input: @escaping (Item) -> Input,
    notice: @escaping (_ items: [Item], _ words: Words) -> String
  ) {
    let offer = UndoOffer(environment, name: name, undoTime: undoTime, notice: notice)
    self.init(operation, environment, offer, StoredItems(), input: input)
  }

  /// Requests of an operation, which outlive the process: what can still be undone is stored.
  ///
  /// - Parameters:
  ///   - operation: What is asked for each item. An answer 404 or 410 means that it was done before.
  ///   - environment: That of the app, when its value is made.
  ///   - key: Where the items are stored.
  ///   - name: The name of the notice's action. Those of an app differ.
  ///   - undoTime: How long it can be undone.
  ///   - input: What the operation is asked with.
  ///   - notice: Says what was done, in the language of the app.
  public convenience init<Input>(
    _ operation: ServiceOperation<Input, Void>, in environment: AppEnvironment, storedAs key: StorageKey<[Item]>,
    name: String = "undo", undoTime: Duration = .seconds(5), input: @escaping (Item) -> Input,
    notice: @escaping (_ items: [Item], _ words: Words) -> String
  ) where Item: Equatable {
    let offer = UndoOffer(environment, name: name, undoTime: undoTime, notice: notice)
    let stored = environment.stored(key, default: [])
    self.init(
      operation, environment, offer, StoredItems(load: { stored.value }, store: { stored.value = $0 }), input: input)
  }

  private init<Input>(
    _ operation: ServiceOperation<Input, Void>, _ environment: AppEnvironment, _ offer: UndoOffer<Item>,
    _ stored: StoredItems, input: @escaping (Item) -> Input
  ) {
    // NB: not the environment itself, which keeps these requests.
    let backend = environment.backend
    request = { backend.answer(operation, input($0)) }
    self.offer = offer
    self.stored = stored
    main = environment.main
    environment.noticeAnswers
      .filter { $0.action.name == offer.name && $0.answer == .answered(.action) }
      .compactMap(\.action.value)
      .sink { [weak self] in self?.undo($0) }
      .store(in: &cancellables)
    environment.accountChanges.sink { [weak self] _ in self?.restart() }.store(in: &cancellables)
    restart()
  }

  /// Publishes each item for which the service has done it.
  public var done: AnyPublisher<Item, Never> { doneSubject.eraseToAnyPublisher() }

  /// Publishes why something was not done.
  public var failures: AnyPublisher<Failure, Never> { failureSubject.eraseToAnyPublisher() }

  /// Hides items, and asks for them when that can no longer be undone. One notice is for all of them.
  public func begin(_ new: [Item]) {
    let new = new.filter { !hidden.contains($0.id) }
    guard !new.isEmpty else { return }
    hidden.formUnion(new.map(\.id))
    set(items + new)
    offerUndo(of: new)
  }

  /// Offers once more to undo what waits for a sign-in, and then asks for it: with a key of the storage, what has failed because the
  /// session had ended. When the account changes that is so by itself.
  public func resume() {
    let waiting = Set(waits.values.flatMap { $0.items.map(\.id) })
    for item in items where !waiting.contains(item.id) && requests[item.id] == nil { offerUndo(of: [item]) }
  }

  /// The service has items. Those that were done before it was asked were restored since, and are not hidden any more.
  ///
  /// - Parameters:
  ///   - ids: The identities of the items.
  ///   - count: The ``doneCount`` when a list was asked for; by default that of the moment, as for an element of a feed.
  public func didReceive(_ ids: some Sequence<Item.ID>, askedAt count: Int? = nil) {
    let restored = ids.filter { id in finished[id].map { $0 <= count ?? doneCount } ?? false }
    guard !restored.isEmpty else { return }
    for id in restored { finished[id] = nil }
    hidden.subtract(restored)
  }

  /// Begins with what is stored for the account that the user has signed in to.
  private func restart() {
    waits = [:]
    requests = [:]
    finished = [:]
    items = stored.load()
    hidden = Set(items.map(\.id))
    resume()
  }

  private func set(_ items: [Item]) {
    stored.store(items)
    self.items = items
  }

  private func offerUndo(of items: [Item]) {
    let value = items.map { "\($0.id)" }.joined(separator: ",")
    let time = offer.time
    let timer = Just(value).delay(for: .init(saturating: time), scheduler: main)
      .sink { [weak self] in self?.ask($0) }
    waits[value] = (items, timer)
    offer.send(items, value, for: time)
  }

  private func undo(_ value: String) {
    guard let wait = waits.removeValue(forKey: value) else { return }
    let ids = Set(wait.items.map(\.id))
    set(items.filter { !ids.contains($0.id) })
    hidden.subtract(ids)
  }

  private func ask(_ value: String) {
    for item in waits.removeValue(forKey: value)?.items ?? [] {
      requests[item.id] = request(item).result().sink { [weak self] in self?.receive($0, item) }
    }
  }

  private func receive(_ result: Result<Void, ServiceError>, _ item: Item) {
    requests[item.id] = nil
    if case .failure(let error) = result, error.httpStatus != 404, error.httpStatus != 410 {
      // The account ends, and with it what is shown.
      if error.code == .signedOut || error.code == .otherAccount { return }
      failureSubject.send(Failure(item: item, error: error))
      // What is stored waits for the next session of the account.
      let isOfSession = error.code == .sessionEnded || error.httpStatus == 401
      if isOfSession, stored.load().contains(where: { $0.id == item.id }) { return }
      hidden.remove(item.id)
    } else {
      doneCount += 1
      finished[item.id] = doneCount
      doneSubject.send(item)
    }
    set(items.filter { $0.id != item.id })
  }
}

/// Offers to undo something, by a notice.
private struct UndoOffer<Item: Sendable> {
  /// The name of the notice's action.
  let name: String
  let undoTime: Duration
  private let notice: ([Item], Words) -> String
  private let front: FrontAsker
  private let words: () -> Words

  init(
    _ environment: AppEnvironment, name: String, undoTime: Duration, notice: @escaping ([Item], Words) -> String
  ) {
    self.name = name
    self.undoTime = undoTime
    self.notice = notice
    front = environment.front
    let (localization, catalogs) = (environment.localization, environment.catalogs)
    words = { Words(in: localization.value.language, localization.value.locale, app: catalogs) }
  }

  /// How long what is done now can be undone.
  var time: Duration { front.isAskedByAssistant ? max(undoTime, Self.assistantsTime) : undoTime }

  /// An assistant reads what it has done, and thinks about it.
  private static var assistantsTime: Duration { .seconds(60) }

  /// - Parameters:
  ///   - value: Tells the action from others of its name.
  ///   - time: How long it is offered.
  func send(_ items: [Item], _ value: String, for time: Duration) {
    let words = words()
    let action = NoticeAction(name, words.text("Undo"), value: value)
    let request = FrontRequest.notify(notice(items, words), action: action).waiting(atMost: time)
      .with { $0.isForAssistants = true }
    MainActor.assumeIsolated { [front] in front.tell(request) }
  }
}
