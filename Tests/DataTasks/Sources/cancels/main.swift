import Foundation
import Streams
import StreamsNetworking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// usage: cancels PORT SESSION MOMENT
//   SESSION: shared, or own for a session with a cache of its own
//   MOMENT:  a number of milliseconds after which each of 200 tasks is cancelled; keys for `switchToLatest` over keystrokes;
//            foundation for 200 tasks of Foundation itself, cancelled at once, which shows the fault
let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: "http://127.0.0.1:\(arguments[1])/") else {
  fatalError("usage: cancels PORT shared|own MILLISECONDS|keys|foundation")
}

func makeSession() -> URLSession {
  let configuration = URLSessionConfiguration.default
  configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
  return URLSession(configuration: configuration)
}
let session = arguments[2] == "own" ? makeSession() : URLSession.shared
let running = RunningTasks()

// A busy machine, on which threads stop between any two statements.
for _ in 1...4 {
  Thread.detachNewThread { while true {} }
}

switch arguments[3] {
case "foundation":
  for _ in 1...200 {
    let task = session.dataTask(with: url) { _, _, _ in }
    running.watch(task)
    task.resume()
    task.cancel()
  }
case "keys":
  for _ in 1...10 {
    let keys = PassthroughSubject<String, Never>()
    let last = DispatchSemaphore(value: 0)
    let searching =
      keys
      .map { @Sendable _ in
        session.dataTaskPublisher(for: url)
          .handleEvents(receiveSubscription: { @Sendable in running.watch($0) })
          .map { @Sendable in $0.data.count }
          .replaceError(with: 0)
      }
      .switchToLatest()
      .sink { @Sendable _ in last.signal() }
    for number in 1...20 { keys.send("\(number)") }
    last.wait()
    searching.cancel()
  }
default:
  guard let milliseconds = Int(arguments[3]) else { fatalError("\(arguments[3]) is neither keys nor milliseconds") }
  let tasks = (1...200).map { _ -> AnyCancellable in
    let task = session.dataTaskPublisher(for: url)
      .handleEvents(receiveSubscription: { @Sendable in running.watch($0) })
      .sink(receiveCompletion: { @Sendable _ in }, receiveValue: { @Sendable _ in })
    if milliseconds == 0 { task.cancel() }
    return task
  }
  let isCancelled = DispatchSemaphore(value: 0)
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
    isCancelled.signal()
  }
  isCancelled.wait()
  for task in tasks { task.cancel() }
}
while !running.haveEnded { sched_yield() }
