// What a user of the Swift client writes. It is compiled with the client, and run against the core: over a process, and over a socket.
import Foundation

func check(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  print("failed: \(what)")
  exit(1)
}

/// What every screen and the core promise.
@MainActor func play(_ core: Core) async throws {
  let product = try await core.openProduct()
  try await core.sync()
  let title: String? = product.state.title
  check(title == "Wand", "the product is loaded")
  var phases: [ProductPhase] = []
  let stop = product.onUpdate { state, _ in phases.append(state.phase) }
  try await product.purchase()
  try await core.sync()
  stop()
  guard case .purchased? = phases.last, case .initial? = phases.first else {
    return check(false, "the phases are typed")
  }
  do {
    try await product.purchase()
    check(false, "a refusal is an error")
  } catch CoreError.refused(let reason) {
    check(reason == "The product is bought.", "a refusal has its reason")
  }
  do {
    try await product.purchase(ifRev: 1)
    check(false, "an event for an older state is refused")
  } catch CoreError.failed(let failure) {
    check(failure.reason == "staleRevision", "an error has its word for programs")
  }
  try await product.close()
  check(!product.isOpen, "a screen is closed")
  let reason = await product.waitClosed()
  check(reason == nil, "this program has closed it")

  let balance = try await core.openBalance()
  try await core.sync()
  let value: Money? = balance.state.value
  check(
    value?.amount == Decimal(string: "1035.56") && balance.state.lastUpdate != nil,
    "money is decimal, and a date a date")
  check(balance.state.infoTone == .regular, "a word is a case")

  let blog = try await core.openBlog()
  try await blog.titleChanged("Ünïcode \"\\ and a line\nbreak")
  check(blog.state.title == "Ünïcode \"\\ and a line\nbreak", "a text comes back as it was sent")
  var last = 0
  let counter = try await core.openCounter()
  let loop = Task { @MainActor in for await state in counter.states { last = state.number } }
  for _ in 0..<20 { try await counter.nextButtonWasTapped() }
  var heard: [String] = []
  core.onApp { method, _ in heard.append(method) }
  try await core.localize(language: "de", locale: "de_AT")
  check(
    core.language == "de" && core.locale == "de_AT" && heard == ["app/localized"], "the app speaks another language")
  try await core.localize(language: "en", locale: "en_US")
  check(core.waitsFor.isEmpty, "nothing waits for a person")
  let isLeft = try await core.openTerms().leave()
  check(isLeft, "a screen is left")
  try await core.willResignActive()
  try await core.didBecomeActive()
  try await counter.close()
  await loop.value
  check(last == counter.state.number, "a loop has the newest state, and ends")
  check(core.screens.count == 2, "the core knows its open screens")
}

/// Sends events until so many frames have come, and returns how many updates there were.
@MainActor func drive(_ core: Core, frames: Int) async throws {
  let blog = try await core.openBlog()
  var updates = 0
  blog.onUpdate { _, _ in updates += 1 }
  for number in 0..<(frames / 2) {
    try await blog.titleChanged("\(number)")
    check(blog.state.title == "\(number)", "the update precedes the reply")
  }
  check(updates == frames / 2 + 1 && blog.rev == frames / 2 + 1, "each event has its update")
}

/// A backend of this program: an operation that fails, and one that answers.
@MainActor func serve(_ program: String) async throws {
  var services = Services()
  var asked = 0
  services.balance = {
    asked += 1
    throw ServiceError("problem", code: 503, detail: "Closed.")
  }
  services.balanceChanges = { tell in
    for amount in 1...100 {
      let date = Date(timeIntervalSince1970: TimeInterval(amount))
      try await tell(Balance(date: date, value: Money(amount: Decimal(amount), currency: "USD")))
    }
  }
  let core = try await Core.start(program, ["--backend", "client", "--fallback", "mock"], services: services)
  let balance = try await core.openBalance()
  try await core.sync()
  check(asked == 1, "an operation is answered by this program")
  for await state in balance.states where state.value?.amount == 100 { break }
  try await balance.refreshButtonWasTapped()
  try await core.sync()
  check(asked == 2 && balance.state.failureText == "Closed.", "an operation fails with the text of this program")
  let last = Date(timeIntervalSince1970: 100)
  check(balance.state.value?.amount == 100 && balance.state.lastUpdate == last, "a feed is told")
  await core.close()
}

let program = CommandLine.arguments[1]
let core = try await Core.start(program, ["--seed", "7"])
try await play(core)
try await drive(core, frames: 10_000)
let exitCode = await core.close()
check(exitCode == 0, "the process ends in order")
do {
  try await core.sync()
  check(false, "a core that has ended answers nothing")
} catch CoreError.ended(let code) { check(code == 0, "the end has the exit code") }

do {
  _ = try await Core.start("/nowhere/core")
  check(false, "a program that is not there cannot be started")
} catch CoreError.unreachable {}

do {
  _ = try await Core.start(program, ["--sed", "7"])
  check(false, "a wrong option ends the core")
} catch CoreError.ended(let code) { check(code == 2, "the exit code of wrong options") }

var ends: [CoreExit] = []
let slow = try await Core.start(program, ["--latency", "5000"]) { ends.append($0) }
let late = try await slow.openProduct()
do {
  try await slow.sync(timeout: .milliseconds(1))
  check(false, "a call waits no longer than it is told")
} catch CoreError.timedOut {}
slow.kill()
let killed = await slow.waitEnded()
check(killed == nil && !late.isOpen, "a core that is killed has no exit code, and its screens end")
check(ends == [CoreExit(reason: .closed, exitCode: nil, signal: SIGKILL)], "the end is reported once")

// A core that says hello, and then nothing.
let hello = #"{"id":1,"jsonrpc":"2.0","result":{}}"#
let beats = Heartbeat(.milliseconds(10), timeout: .milliseconds(50), kills: true)
ends = []
let silent = try await Core.start(
  "/bin/sh", ["-c", "read line; echo '\(hello)'; exec sleep 1000"], heartbeat: beats
) { ends.append($0) }
do {
  try await silent.sync()
  check(false, "a silent core is given up")
} catch CoreError.hung {}
_ = await silent.waitEnded()
check(ends.map(\.reason) == [.hung], "a core that hangs is reported, and its end is not")
let alive = try await Core.start(program, heartbeat: Heartbeat(.milliseconds(1), timeout: .seconds(60)))
for _ in 0..<100 { try await alive.sync() }
await alive.close()

// A core that leaves a process which has its streams.
let pids = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
let command = "sleep 1000 & echo $$ $! >\"$1\"; exec \"$0\" --latency 600000"
let leaving = try await Core.start("/bin/sh", ["-c", command, program, pids]) { ends.append($0) }
let left = try await leaving.openProduct()
let waiting = Task { @MainActor in await left.waitClosed() }
let numbers = try String(contentsOfFile: pids, encoding: .utf8).split { !$0.isNumber }.compactMap { Int32($0) }
kill(numbers[0], SIGTERM)
_ = await leaving.waitEnded()
_ = await waiting.value
let isLeft = kill(numbers[1], SIGKILL) == 0
check(isLeft && !left.isOpen && ends.last?.reason == .exited, "nothing waits for a process that the core has left")
try FileManager.default.removeItem(atPath: pids)

try await serve(program)
let socket = try await Core.connect(to: CommandLine.arguments[2])
try await play(socket)
await socket.close()
print("swift: passed")
