import Dispatch
import Foundation
import HTTP
import Outbox
import Screens

// An app that adds entries to its outbox, decides about what is refused, and ends when each is sent or dropped. It kills itself at
// a step of its storage.

struct Parcel: JSONRecord {
  var name: String
  var slips: [FileReference]
  var key: IdempotencyKey

  /// Some have a file.
  init(name: String, key: IdempotencyKey) {
    let hasSlip = name.hasSuffix("2") || name.hasSuffix("3")
    self.init(
      name: name, slips: hasSlip ? [FileReference(name: "slip", bytes: Array("slip of \(name)".utf8))] : [], key: key)
  }

  init(name: String, slips: [FileReference], key: IdempotencyKey) {
    self.name = name
    self.slips = slips
    self.key = key
  }

  static let record = Codec(Parcel.init(name:slips:key:), \.name, \.slips, \.key)
}

struct Booking: JSONRecord {
  var id: String

  static let record = Codec(Booking.init(id:), \.id)
}

extension ServiceOperation<Parcel, Booking> {
  static var send: Self { Self("send") }
}

extension OutboxOperation<Parcel, Booking> {
  static var send: Self { Self(.send, key: \.key) { String($0.name.prefix(1)) } }
}

/// Writes a line at once, so that it is out before the process is killed.
func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

@MainActor final class Person {
  private let app: AppCore
  private let outbox: Outbox<Parcel, Booking>
  private var names: [String]
  private var shown: [String: OutboxState] = [:]
  private var decided: Set<IdempotencyKey> = []
  private var isWaking = false
  private var entries: [OutboxEntry<Parcel, Booking>] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ app: AppCore, _ names: [String]) {
    self.app = app
    self.names = names
    outbox = app.environment.outbox(.send)
    // The first element is no entries, before the outbox has said how many there are.
    outbox.entries.dropFirst(1).sink { [unowned self] in look(at: $0) }.store(in: &cancellables)
    addNext()
  }

  private func addNext() {
    guard !names.isEmpty else { return endIfDone() }
    let name = names.removeFirst()
    write("adding \(name)")
    outbox.add { Parcel(name: name, key: $0) }
      .sink { [unowned self] result in
        if case .success = result { write("kept \(name)") } else { write("broken: \(result)") }
        addNext()
      }
      .store(in: &cancellables)
  }

  private func look(at entries: [OutboxEntry<Parcel, Booking>]) {
    self.entries = entries
    for entry in entries where shown[entry.input.name] != entry.state {
      shown[entry.input.name] = entry.state
      if entry.state == .sent { write("sent \(entry.input.name)") }
    }
    for entry in entries where entry.needsDecision && decided.insert(entry.key).inserted { decide(entry) }
    if entries.contains(where: { $0.failure != nil && !$0.needsDecision }) { wake() }
    endIfDone()
  }

  /// Every fourth entry is dropped if it can be, and the others are tried again.
  private func decide(_ entry: OutboxEntry<Parcel, Booking>) {
    let name = entry.input.name
    let isDropped = entry.isEditable && name.hasSuffix("3")
    if isDropped { write("dropping \(name)") }
    (isDropped ? outbox.drop(entry.key) : outbox.retry(entry.key))
      .sink { [unowned self] result in
        decided.remove(entry.key)
        if isDropped, case .success = result { write("dropped \(name)") }
        if case .failure(let error) = result, error.code == .notKept { write("broken: \(error)") }
        look(at: self.entries)
      }
      .store(in: &cancellables)
  }

  /// The person comes back to the app, so that the run need not wait.
  private func wake() {
    guard !isWaking else { return }
    isWaking = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) { [self] in
      isWaking = false
      app.send(.didBecomeActive)
      if entries.contains(where: { $0.failure != nil && !$0.needsDecision }) { wake() }
    }
  }

  private func endIfDone() {
    guard isDone else { return }
    // What is on its way to the app comes first.
    DispatchQueue.main.async { [self] in
      guard isDone else { return }
      app.environment.storage.flush()
      guard hasNoFiles else {
        return DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) { self.endIfDone() }
      }
      write("done")
      exit(0)
    }
  }

  private var isDone: Bool { names.isEmpty && !app.isBusy && entries.allSatisfy { $0.state == .sent } }

  private var hasNoFiles: Bool {
    let files = FileManager.default.enumerator(atPath: arguments[2])?.allObjects as? [String] ?? []
    return !files.contains { $0.contains("/entry-") || $0.contains("/files/") }
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let url = URL(string: arguments[1]), let killedAt = Int(arguments[3]) else {
  write(
    "outbox-sender URL FOLDER STEP [NAME…]: kills itself at a step of its storage; 0 is none; -N measures N entries")
  exit(2)
}

/// Counts the steps of the storage, on its queues.
final class Steps: @unchecked Sendable {
  // Sendable because the lock is held wherever the count is used.
  private let lock = NSLock()
  private var count = 0

  func next(killedAt number: Int) {
    lock.lock()
    count += 1
    if count == number { kill(getpid(), SIGKILL) }
    lock.unlock()
  }
}

if killedAt < 0 {
  // How long it takes to keep an entry, while others wait.
  let office = Backend.handlers([ServiceHandler(.send) { _ in throw ServiceError.connectionRefused }])
  let storage = try Storage(folder: arguments[2])
  let app = AppCore(
    .live(backend: office, storage: storage), AppDefinition(screens: []).outbox(.send))
  let outbox = app.environment.outbox(.send)
  var times: [Double] = []
  var cancellables: Set<AnyCancellable> = []
  var start = DispatchTime.now().uptimeNanoseconds

  @MainActor func next() {
    guard times.count < -killedAt else {
      for end in stride(from: 100, through: times.count, by: max(100, times.count / 10)) {
        let sorted = times[(end - 100)..<end].sorted()
        write("\(end) entries: \(Int(sorted[50])) µs (median of 100)")
      }
      exit(0)
    }
    start = DispatchTime.now().uptimeNanoseconds
    outbox.add { Parcel(name: "a", key: $0) }
      .sink { _ in
        times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000)
        DispatchQueue.main.async { next() }
      }
      .store(in: &cancellables)
  }

  next()
  dispatchMain()
}

let steps = Steps()
let storage = try Storage(folder: arguments[2]) { _ in steps.next(killedAt: killedAt) }
let backend = Backend.http(url, routes: [HTTPRoute(.send, "/parcels/{name}", method: .post, status: 201)])
let definition = AppDefinition(screens: []).outbox(.send)
let app = AppCore(.live(backend: backend, storage: storage), definition)
let person = Person(app, Array(arguments.dropFirst(4)))
dispatchMain()
