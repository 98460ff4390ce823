import Foundation
import ScreenServer

/// Counts the bytes that are written, and keeps those of the last event.
final class Counter: Output {
  var count = 0

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    count += bytes.count
    return bytes.count
  }
}

/// The processor time of this thread, in milliseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

/// What an event costs: the median of some.
struct Cost {
  var bytes: Int
  var milliseconds: Double

  init(count: Int, _ body: (_ number: Int) -> Int) {
    var costs: [(bytes: Int, time: Double)] = []
    for number in 0..<count {
      let start = processorTime()
      let bytes = body(number)
      costs.append((bytes, processorTime() - start))
    }
    bytes = costs.map(\.bytes).sorted()[count / 2]
    milliseconds = costs.map(\.time).sorted()[count / 2]
  }
}

let rowCount = 10_000

/// A change of the list: its name and the event.
struct Change {
  let name: String
  let event: (_ number: Int) -> String
}

let changes = [
  Change(name: "one row") { #"{"type":"bookWasMarked","id":\#($0 * 977 % rowCount + 1)}"# },
  Change(name: "the first row") { _ in #"{"type":"bookWasMarked","id":1}"# },
  Change(name: "the last row") { _ in #"{"type":"bookWasMarked","id":\#(rowCount)}"# },
  Change(name: "ten rows") { #"{"type":"booksWereMarked","first":\#($0 * 97 % 9_000)}"# },
  Change(name: "one more in the middle") { _ in #"{"type":"bookWasAdded","index":\#(rowCount / 2)}"# },
  Change(name: "a sort of all") { _ in #"{"type":"sortButtonWasTapped"}"# },
]

/// What the events cost a server, to the frames that are written.
@MainActor func measure(acceptsPatches: Bool) -> [Cost] {
  let output = Counter()
  let server = ScreenServer(output: output) {
    AppCore(AppEnvironment(main: DispatchQueue.main.eraseToAnyScheduler()), AppDefinition(screens: [AnyScreen(.books)]))
  }
  func say(_ method: String, _ params: String) -> Int {
    let count = output.count
    server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8) + [0x0A])
    return output.count - count
  }
  _ = say("initialize", #"{"capabilities":{"patches":\#(acceptsPatches)}}"#)
  let opening = Cost(count: 1) { _ in say("screen/open", #"{"screen":"books","params":{"count":\#(rowCount)}}"#) }
  return [opening]
    + changes.map { change in
      Cost(count: 101) { number in
        say("screen/send", #"{"instance":"books-1","event":\#(change.event(number))}"#)
      }
    }
}

/// What the events cost the view model alone.
@MainActor func measureModel() -> Cost {
  let model = BookListViewModel(BookListParameters())
  return Cost(count: 101) { number in
    model.eventSubject.send(.bookWasMarked(number * 977 % rowCount + 1))
    return 0
  }
}

let whole = measure(acceptsPatches: false)
let patches = measure(acceptsPatches: true)
print("| \(rowCount) rows, changed | whole state: bytes | ms of CPU | patch: bytes | ms of CPU |")
print("|---|---:|---:|---:|---:|")
for (name, costs) in zip(["open"] + changes.map(\.name), zip(whole, patches)) {
  let cells = [costs.0, costs.1].map { "\($0.bytes) | \(String(format: "%.3f", $0.milliseconds))" }
  print("| \(name) | \(cells.joined(separator: " | ")) |")
}
print("\nthe view model alone, one row: \(String(format: "%.3f", measureModel().milliseconds)) ms")
let one = patches[1]
print("\(one.bytes <= 300 ? "met" : "MISSED"): one row in 300 bytes: \(one.bytes)")
print("\(one.milliseconds <= 1 ? "met" : "MISSED"): one row in 1 ms: \(String(format: "%.3f", one.milliseconds))")
