import Foundation
import Recording
import ViewModels

extension ConsoleFront {
  /// The front on the standard streams of the process, with the app that the options ask for.
  convenience init(_ options: Options, recorder: Recorder?) {
    let style = options.style(
      inputIsTerminal: StandardStream.input.isTerminal, outputIsTerminal: StandardStream.output.isTerminal,
      environment: ProcessInfo.processInfo.environment)
    let server = options.session.backend.server
    let app =
      recorder?.makeApp(server: server)
      ?? options.session.configuration(front: Options.version).makeApp(server: server)
    self.init(
      app, input: LineReader(StandardInput()), display: Display(StandardOutput(), style: style),
      setEcho: StandardStream.input.setEcho)
    self.recorder = recorder
  }
}

private struct StandardInput: ByteSource {
  func read() -> [UInt8] { StandardStream.input.read() }
}

private struct StandardOutput: TextOutput {
  func write(_ text: String) throws(OutputClosed) {
    guard StandardStream.output.write(text) else { throw OutputClosed() }
  }
}
