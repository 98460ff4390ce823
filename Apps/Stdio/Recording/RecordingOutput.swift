import JSONRPC

/// An output that has each frame written down on its way to another.
final class RecordingOutput: Output {
  private let output: any Output
  private let recorder: Recorder

  /// An output to `output`.
  init(_ output: any Output, _ recorder: Recorder) {
    self.output = output
    self.recorder = recorder
  }

  // NB: a front's session, and so its output, belongs to the main actor.
  func send(_ frames: [UInt8]) {
    MainActor.assumeIsolated { [recorder] in recorder.said(frames) }
    output.send(frames)
  }

  func update(_ key: String, _ frame: [UInt8]) {
    MainActor.assumeIsolated { [recorder] in recorder.said(frame) }
    output.update(key, frame)
  }
}
