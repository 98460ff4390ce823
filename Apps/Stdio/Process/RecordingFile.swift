import Dispatch
import FrontOptions
import StandardIO

/// The file of a recording: its lines are taken without waiting, and written by a thread of their own.
final class RecordingFile: Sendable {
  private let writer: Writer

  /// How long the last lines are waited for when the process ends.
  private static let drainTimeout = DispatchTimeInterval.seconds(2)

  /// Opens a file, which must not hold anything yet: nobody's recording is overwritten. Its owner alone may read it.
  ///
  /// - Parameter onFailure: runs once, on any thread, if the recording ends before the session.
  /// - Throws: an `OptionError`.
  init(_ path: String, onFailure: @escaping @Sendable (_ message: String) -> Void) throws(OptionError) {
    let descriptor: Descriptor
    do throws(IOFailure) {
      descriptor = try Descriptor.createFile(path)
    } catch {
      throw OptionError("The recording cannot be written: \(error.reason).")
    }
    writer = Writer(descriptor) { onFailure("The recording ends here: \($0.reason).") }
  }

  /// Takes a line.
  func write(_ line: [UInt8]) { writer.send(line) }

  /// Waits a moment for what is not written yet.
  func finish() { _ = writer.drain(until: .now() + Self.drainTimeout) }

  /// Reads a recording from a file, in pieces.
  ///
  /// - Throws: an `OptionError`.
  static func read(_ path: String) throws(OptionError) -> Recording {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    var reader = RecordingReader()
    do {
      let descriptor = try Descriptor.openFile(path)
      defer { descriptor.close() }
      while case let count = try descriptor.read(into: chunk), count > 0 { try reader.read(chunk[..<count]) }
      return try reader.finish()
    } catch let failure as IOFailure {
      throw OptionError("The recording cannot be read: \(failure.reason).")
    } catch let error as RecordingError {
      throw OptionError(error.message)
    } catch {
      throw OptionError("The recording cannot be read.")
    }
  }
}

extension IOFailure {
  /// The reason for people, without a full stop.
  fileprivate var reason: String {
    switch self {
    case .readerGone: "nobody reads it any more"
    case .overflow: "more than 64 MiB of it wait to be written"
    case .fileNotEmpty: "the file is not empty"
    case .refused: systemMessage ?? ""
    }
  }
}
