import Descriptions
import Dispatch
import Foundation
import HTTP
import Requests
import Streams

// Sends a file to a server or gets one, and prints how long it took and how much memory.

struct Letter: JSONRecord {
  var to: String
  var content: FileReference

  static let record = Codec(Letter.init(to:content:), \.to, \.content)
}

extension ServiceOperation {
  static var ping: ServiceOperation<Void, Int> { ServiceOperation<Void, Int>("ping") }
  static var form: ServiceOperation<Letter, Int> { ServiceOperation<Letter, Int>("form") }
  static var body: ServiceOperation<FileReference, Int> { ServiceOperation<FileReference, Int>("body") }
  static var down: ServiceOperation<Int, FileReference> { ServiceOperation<Int, FileReference>("down") }
}

/// A line of the process's status, in kB.
func memory(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
  return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let url = URL(string: arguments[2]) else {
  print("file-bench form|body URL FILE FOLDER, or file-bench down URL SIZE FOLDER")
  exit(2)
}
var server = ServerConnection(url)
server.downloads = FileFolder(arguments[4])
let backend = Backend.http(
  server,
  routes: [
    HTTPRoute(.ping, "/ping"), HTTPRoute(.form, "/form", method: .post), HTTPRoute(.body, "/body", method: .post),
    HTTPRoute(.down, "/down/{size}"),
  ])

/// Waits for a transfer on another thread.
func finish<Answer>(_ transfer: AnyPublisher<TransferUpdate<Answer>, ServiceError>) -> (answer: Answer?, steps: Int) {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var (answer, steps): (Answer?, Int) = (nil, 0)
  let cancellable = transfer.sink { completion in
    if case .failure(let error) = completion { print(error.message) }
    done.signal()
  } receiveValue: { update in
    if update.progress != nil { steps += 1 }
    answer = update.answer ?? answer
  }
  done.wait()
  cancellable.cancel()
  return (answer, steps)
}

// The library is loaded, and a small file has passed, before it counts as at rest.
_ = finish(backend.transfer(.ping, ()))
let small = FileReference(name: "small", bytes: [1, 2, 3])
_ = finish(backend.transfer(.body, small))
let atRest = memory("VmRSS")
let start = DispatchTime.now().uptimeNanoseconds
var steps = 0
var isRight = false
switch arguments[1] {
case "form", "body":
  let file = try FileReference(path: arguments[3])
  let result =
    arguments[1] == "form"
    ? finish(backend.transfer(.form, Letter(to: "Eve", content: file))) : finish(backend.transfer(.body, file))
  steps = result.steps
  isRight = result.answer.map { $0 >= file.size } ?? false
default:
  let result = finish(backend.transfer(.down, Int(arguments[3]) ?? 0))
  steps = result.steps
  isRight = result.answer?.size == Int(arguments[3])
}
let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
let more = memory("VmHWM") - atRest
print(
  "\(arguments[1]): \(String(format: "%.1f", seconds)) s, \(steps) steps,",
  "resident \(atRest) kB at rest, \(more) kB more at most;", isRight ? "whole" : "not whole")
exit(isRight && more < 16 << 10 ? 0 : 1)
