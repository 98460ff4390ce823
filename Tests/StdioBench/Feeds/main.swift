import Foundation
import HTTP
import Requests
import ScreenServer

/// Counts the frames that are written.
final class Counter: Output {
  var frames = 0
  var last: [UInt8] = []

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    frames += max(1, ends.count)
    last = Array(bytes)
    return bytes.count
  }
}

/// The processor time of this process, in seconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let url = URL(string: arguments[1]), let count = Int(arguments[2]) else {
  print("feed-bench URL COUNT [PAUSE SECONDS]: COUNT elements at once; or one each PAUSE milliseconds, for SECONDS")
  exit(2)
}
let pause = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
let seconds = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0

let backend = Backend.http(url, routes: [HTTPRoute(.ticks, "/ticks", endsInOrder: true)])
let output = Counter()
let server = ScreenServer(output: output) {
  AppCore(.live(backend: backend), AppDefinition(screens: [AnyScreen(.ticker)]))
}

@MainActor func send(_ method: String, _ params: String) {
  server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8) + [0x0A])
}

send("initialize", #"{"capabilities":{"patches":true}}"#)
let start = (wall: DispatchTime.now().uptimeNanoseconds, processor: processorTime())
send("screen/open", #"{"screen":"ticker","params":{"pause":\#(pause)}}"#)
let model = TickerViewModel.latest

@MainActor func report() -> Never {
  let wall = Double(DispatchTime.now().uptimeNanoseconds - start.wall) / 1e9
  let processor = processorTime() - start.processor
  let state = model?.state ?? TickerState()
  let atRest = model?.memoryAtRest ?? 0
  let rate = Int(Double(state.count) / wall)
  let perCore = Int(Double(state.count) / processor)
  print(
    "\(state.count) elements, the last one \(state.number), in \(String(format: "%.2f", wall)) s: \(rate) a second,",
    "\(perCore) for each second of a processor; \(output.frames) frames;",
    "resident \(atRest) kB at rest, \(memory("VmRSS")) kB at the end, \(memory("VmHWM")) kB at most; end: \(state.end ?? "none")"
  )
  // Each element once and in order, and no more memory than a window holds.
  exit(state.number == state.count && state.count > 0 && memory("VmHWM") - atRest < 8 << 10 ? 0 : 1)
}

@MainActor func check() {
  if let state = model?.state, state.end != nil || state.count >= count { report() }
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { MainActor.assumeIsolated { check() } }
}

if seconds > 0 {
  DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(seconds)) {
    MainActor.assumeIsolated { () -> Void in report() }
  }
} else {
  check()
}
dispatchMain()
