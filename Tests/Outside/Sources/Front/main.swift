import ScreenServer
import ViewModels

/// The client's end of a pipe within the process.
final class Transport: Output {
  private(set) var frames = ""

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    frames += String(decoding: bytes, as: UTF8.self)
    return bytes.count
  }
}

let transport = Transport()
let server = ScreenServer(output: transport) { AppCore(.live(backend: .mock())) }
for request in [
  #"{"id":1,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"counter"}}"#,
  #"{"id":2,"jsonrpc":"2.0","method":"screen/send","params":{"event":{"type":"nextButtonWasTapped"},"instance":"counter-1"}}"#,
] {
  let bytes = Array((request + "\n").utf8)
  server.receive(bytes)
}
print(transport.frames, terminator: "")
precondition(transport.frames.contains(#""id":1"#) && transport.frames.contains(#""id":2"#))
