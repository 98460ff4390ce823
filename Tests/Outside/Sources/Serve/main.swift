import Dispatch
import ScreenServer
import StandardIO

final class StandardOutput: Output {
  let writer = Writer(Descriptor.takeStandardOutput())

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    writer.send(Array(bytes))
    return bytes.count
  }
}

let output = StandardOutput()
let server = ScreenServer(output: output) {
  AppCore(.live(backend: .mock()), screens: AppCore.screens + [AnyScreen(.tally)])
}
server.session.onFinish = { ending in
  CurrentProcess.exit(output.writer.drain(until: .now() + .seconds(2)) ? ending.exitCode : 3)
}
Reader(Descriptor.standardInput).start(
  deliver: { chunk, done in
    DispatchQueue.main.async {
      server.receive(chunk)
      done()
    }
  },
  onEnd: { _ in DispatchQueue.main.async { server.session.endOfInput() } })
dispatchMain()
