import AppTesting
import Dispatch
import ExpectSupport
import Foundation
import Recording
import Screens
import Storage
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Requests

/// Two people at one machine: whatever happens, nothing of one reaches the other. What a server and the screens have seen is the
/// oracle. `TRIBUTARY_SEEDS` says how many times as many sessions are played.
@MainActor @Suite struct RandomAccountTests {
  private static let url = URL(string: "https://bank.example")!

  /// What a person does next at the screens that are open.
  private func step(
    _ hall: ScreenInstance<HallViewModel>, _ app: AppCore, _ bank: Bank,
    _ generator: inout Screens.SeededGenerator, send: (_ body: () -> Void) -> Void
  ) {
    let doors = app.instances.compactMap { $0 as? ScreenInstance<DoorViewModel> }
    let number = Int.random(in: 0..<4, using: &generator)
    let name = Bool.random(using: &generator) ? "ada" : "eve"
    let clerks = app.instances.compactMap { $0 as? ScreenInstance<ClerkViewModel> }
    // Without an account there are no marks to look for, so a sign-in is likely then.
    if app.environment.account.isEmpty, Bool.random(using: &generator) {
      if let door = doors.last { return send { door.model.eventSubject.send(.nameWasEntered(name)) } }
      return send { hall.model.eventSubject.send(.doorWasOpened) }
    }
    switch Int.random(in: 0..<23, using: &generator) {
    case 0, 1: send { hall.model.eventSubject.send(.noteWasAdded(number)) }
    case 2, 3: send { hall.model.eventSubject.send(.notesWereAsked) }
    case 4: send { hall.model.eventSubject.send(.lettersWereFollowed) }
    case 5: send { hall.model.eventSubject.send(.draftWasWritten(number)) }
    case 6: send { hall.model.eventSubject.send(.draftWasRead) }
    case 7: send { hall.model.eventSubject.send(.doorWasOpened) }
    case 8, 9: if let door = doors.last { send { door.model.eventSubject.send(.nameWasEntered(name)) } }
    case 10: send { hall.model.eventSubject.send(.signedOut) }
    case 12, 13: send { hall.model.eventSubject.send(.orderWasAdded(number)) }
    case 14: send { hall.model.eventSubject.send(.slipWasScanned(number)) }
    case 15: send { hall.model.eventSubject.send(.statementWasAsked) }
    case 16:
      let account = app.environment.account
      send { hall.model.eventSubject.send(.signedOutForGood) }
      app.environment.storage.flush()
      bank.discard(hall.model.orderKeys[account] ?? [], of: account)
    case 17, 18: if clerks.count < 3 { send { hall.model.eventSubject.send(.clerkWasCalled) } }
    case 19: if let clerk = clerks.first { send { clerk.model.eventSubject.send(.signedOut) } }
    case 20: if let clerk = clerks.last { send { clerk.model.eventSubject.send(.doorWasOpened) } }
    case 11: if let door = doors.last { send { door.close() } } else { bank.sendLetters() }
    default: bank.endSessions()
    }
  }

  /// The files outside of those of an account that have its mark.
  private func strays(in folder: TemporaryFolder) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return ["ada", "eve"].flatMap { account in
      let own = [KeyOwner.scope(of: account), KeyOwner(account: account, backend: "bank").name]
      return names.filter { name in
        guard !own.contains(where: { name.contains($0) }) else { return false }
        let bytes = FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data()
        return String(decoding: bytes, as: UTF8.self).contains("of \(account)")
      }
    }
  }

  @Test(arguments: Seeds.first(1).map { Int($0) })
  func `two accounts never meet in a session, and its replay is equal`(seed: Int) async throws {
    let bank = Bank(seed: seed)
    let storage = Storage()
    let scheduler = TestScheduler()
    let main = scheduler.mainQueue
    let watch = Watch()
    let recording = Recorded(watch)
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt, hasStorage: true), main: main,
      clock: { Date(timeIntervalSince1970: 1_795_359_845 + Double(main.now.dispatchTime.uptimeNanoseconds) / 1e9) },
      write: recording.write)
    let app = recorder.makeApp(
      .hall,
      server: BankBackend(bank, ServerCredentials(for: Self.url), main, renews: seed.isMultiple(of: 2)).backend,
      storage: storage)
    watch.app = app
    var generator = Screens.SeededGenerator(seed: UInt64(seed))
    let hall = recorder.turn { app.open(.hall) }
    let fronts = WatchedFronts(app, watch)
    // What the disk has done arrives before anything else happens, as a replay has it: an answer, the note that it has come, and what
    // follows from that note.
    func settle(_ milliseconds: Int = 0) {
      scheduler.advance(by: .milliseconds(milliseconds))
      for _ in 0..<3 {
        storage.flush()
        scheduler.advance(by: .zero)
      }
    }
    for number in 0..<80 {
      step(hall, app, bank, &generator) { body in recorder.turn { body() } }
      settle()
      settle(Int.random(in: 0..<5, using: &generator))
      if number.isMultiple(of: 4) { await fronts.look() }
    }
    recorder.end()
    expectEqual(bank.faults, [], "seed \(seed)")
    expectEqual(hall.state.faults, [], "seed \(seed)")
    expectEqual(watch.faults, [], "seed \(seed)")
    // What would make the session prove nothing.
    for name in ["prompt", "client", "page", "assistant", "recording"] {
      #expect(watch.counts[name, default: 0] > 0, "\(name)")
    }
    #expect(!recording.text.contains("#"), "A token is in the recording of seed \(seed).")
    let difference = await Replay(try Recording(Array(recording.text.utf8)), .hall).run()
    #expect(difference?.message == nil, "seed \(seed): \(recording.text)")
  }

  /// A recording whose lines are watched: those of a turn are of the account that was there before it, or of the one that is there after it.
  @MainActor private final class Recorded {
    private(set) var text = ""
    private let watch: Watch
    private var account = ""

    init(_ watch: Watch) { self.watch = watch }

    func write(_ lines: [UInt8]) {
      text += String(decoding: lines, as: UTF8.self)
      let account = watch.app?.environment.account ?? ""
      watch.read(lines, "recording", of: [self.account, account])
      self.account = account
    }
  }

  @Test(arguments: Seeds.first(2).map { Int($0) }) func `two accounts never meet over processes that are killed`(
    seed: Int
  ) throws {
    let bank = Bank(seed: 1_000 + seed)
    var generator = Screens.SeededGenerator(seed: UInt64(seed))
    var folder = TemporaryFolder()
    for process in 0..<6 {
      let storage = try Storage(folder: folder.path)
      let scheduler = TestScheduler()
      let credentials = ServerCredentials(for: Self.url, in: storage)
      var environment = AppEnvironment.test(
        backend: BankBackend(bank, credentials, scheduler.mainQueue, renews: true).backend, scheduler: scheduler,
        // NB: with the same random numbers, each process would make the keys of the one before it again.
        seed: UInt64(100 * seed + process))
      environment.storage = storage
      let app = AppCore(environment, .hall)
      let hall = app.open(.hall)
      for _ in 0..<30 {
        step(hall, app, bank, &generator) { $0() }
        bank.keep(hall.model.keptKeys)
        if Bool.random(using: &generator) { storage.flush() }
        scheduler.advance(by: .milliseconds(Int.random(in: 0..<5, using: &generator)))
      }
      expectEqual(hall.state.faults, [], "seed \(seed)")
      // The process is killed: what was begun is written, and nothing that would follow from it.
      storage.close()
      expectEqual(strays(in: folder), [], "seed \(seed)")
      let next = TemporaryFolder()
      next.remove()
      try FileManager.default.copyItem(atPath: folder.path, toPath: next.path)
      folder = next
    }
    try sendRest(of: folder, bank)
    expectEqual(bank.faults, [], "seed \(seed)")
    expectEqual(bank.missingCount, 0, "seed \(seed)")
  }

  /// Both come back, and stay until all that they have ordered is sent.
  private func sendRest(of folder: TemporaryFolder, _ bank: Bank) throws {
    let storage = try Storage(folder: folder.path)
    let scheduler = TestScheduler()
    let credentials = ServerCredentials(for: Self.url, in: storage)
    var environment = AppEnvironment.test(
      backend: BankBackend(bank, credentials, scheduler.mainQueue, renews: false).backend, scheduler: scheduler)
    environment.storage = storage
    let app = AppCore(environment, .hall)
    let hall = app.open(.hall)
    for name in ["ada", "eve"] {
      credentials.setSession(ServerSession(account: name, token: bank.token(for: name))) { _ in }
      app.environment.account = name
      for _ in 0..<200 where bank.missingCount > 0 {
        storage.flush()
        scheduler.advance(by: .seconds(10))
      }
    }
    expectEqual(hall.state.faults, [])
    storage.close()
  }
}
