import JSON
import JSONRPC
import StandardIO

/// Tells what comes to a session, a line for each message: method, kind of the id, size, time, code of the error. For a response it
/// has what the request asked for in place of these, and what is wrong with it.
/// Nothing of what a message says is in it, nor the name of a method that is not known.
@MainActor final class SessionLog {
  private let name: String
  private let now: () -> ContinuousClock.Instant
  private let write: ([UInt8]) -> Void

  /// A log.
  ///
  /// - Parameters:
  ///   - name: the program's name, which begins each line.
  ///   - now: the clock that tells how long a message took.
  ///   - write: takes a line, with its line feed, and never waits.
  init(
    name: String, now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now },
    write: @escaping ([UInt8]) -> Void
  ) {
    self.name = name
    self.now = now
    self.write = write
  }

  /// Logs a frame that cannot be read. Others are logged message by message.
  func refused(_ defect: FrameDefect, size: Int?) {
    line("unreadable: \(defect.rawValue)" + (size.map { " size=\($0)" } ?? ""))
  }

  /// A message begins to run; what is returned is to be called when it is answered.
  func began(_ report: MessageReport) -> (RPCError.Code?) -> Void {
    let start = now()
    return { [self] failure in
      let name = report.isCall ? report.method ?? "unknown method" : "no request"
      let frame = report.isInBatch ? "batch" : "size"
      let error = failure.map { " error=\($0.value)" } ?? ""
      let time = Int64(start.duration(to: now()) / .microseconds(1))
      line("\(name) id=\(report.id.word) \(frame)=\(report.size) time=\(time)us\(error)")
    }
  }

  /// A response was received, or ignored.
  func received(_ report: ResponseReport) {
    let frame = "\(report.isInBatch ? "batch" : "size")=\(report.size)"
    switch report.request {
    case .waiting(let method, let subject):
      let asked = [method, subject].compactMap(\.self).joined(separator: " ")
      let fault = report.fault.map { " error=\($0)" } ?? ""
      let position = report.pointer.map { " at=\($0)" } ?? ""
      line("answer to \(asked) \(frame)\(fault)\(position)")
    case .over: line("late answer \(frame)")
    case .unknown: line("answer to no request id=\(report.id.word) \(frame)")
    }
  }

  private func line(_ text: String) { write(Array("\(name): \(text)\n".utf8)) }
}

extension JSONText.Kind? {
  /// The kind of an id.
  fileprivate var word: String {
    switch self {
    case nil: "none"
    case .null: "null"
    case .number: "number"
    case .string: "string"
    case .boolean, .object, .array: "invalid"
    }
  }
}

extension SessionLog {
  /// The standard error, whose reader may be slow.
  static func standardError(_ name: String) -> Writer {
    Writer(Descriptor.standardError, limit: 1 << 16) { Array("\(name): \($0) lines lost\n".utf8) }
  }
}
