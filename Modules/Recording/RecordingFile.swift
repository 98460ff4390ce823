import Foundation
import Locking
import StandardIO
public import Words

/// The file of a recording. Each line is the system's before ``write(_:)`` returns, so a process that is killed loses none; a machine
/// that loses power may. Where the path is that of a pipe, the recording ends if nothing is read from it for two seconds.
public final class RecordingFile: Sendable {
  /// `nil` after a failure.
  private let file: LockedValue<Descriptor?>
  private let onFailure: @Sendable (_ message: LocalizedText) -> Void

  /// Creates a file, which only its owner can read. A file that holds something, or to which another
  /// session records, is refused.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - onFailure: runs once, in the call of ``write(_:)`` that fails, if the recording ends before the session.
  /// - Throws: a `RecordingError`.
  public init(_ path: String, onFailure: @escaping @Sendable (_ message: LocalizedText) -> Void) throws(RecordingError)
  {
    do throws(IOFailure) {
      file = LockedValue(try Descriptor.createFile(path))
    } catch {
      throw .notWritable(error.reason)
    }
    self.onFailure = onFailure
  }

  deinit { file.withLock { $0?.close() } }

  /// Whether all lines by now are in the file.
  public var isComplete: Bool { file.withLock { $0 != nil } }

  /// Writes lines. Any thread may call it.
  public func write(_ lines: [UInt8]) {
    let failure: IOFailure? = file.withLock { file in
      do throws(IOFailure) {
        try file?.sink(waitingAtMost: .seconds(2)).writeAll(lines)
        return nil
      } catch {
        file?.close()
        file = nil
        return error
      }
    }
    if let failure { onFailure(Words.text("The recording ends here: \(failure.reason).")) }
  }
}

extension Recording {
  /// Reads a recording from a file.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: a `RecordingError`.
  public init(file path: String) throws(RecordingError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    var reader = RecordingReader()
    do {
      let descriptor = try Descriptor.openFile(path)
      defer { descriptor.close() }
      while case let count = try descriptor.read(into: chunk), count > 0 { try reader.read(Array(chunk[..<count])) }
      self = try reader.finish()
    } catch let error as RecordingError {
      throw error
    } catch {
      throw .notReadable((error as? IOFailure)?.reason ?? "")
    }
  }
}

extension IOFailure {
  /// The reason for people, without a full stop.
  fileprivate var reason: LocalizedText {
    switch self {
    case .readerGone: Words.text("nothing reads it any more")
    case .fileNotEmpty: Words.text("the file is not empty")
    case .fileInUse: Words.text("another session records to the file")
    case .refused(EAGAIN): Words.text("what reads it is too slow")
    case .refused: LocalizedText(verbatim: systemMessage ?? "")
    }
  }
}
