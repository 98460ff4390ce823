import Dispatch
import StandardIO
public import Words

/// The file of a recording. Its lines are written by a thread of its own, so the session never waits for it.
public final class RecordingFile: Sendable {
  private let writer: Writer

  /// Creates a file, which only its owner can read. A file that holds something, or to which another
  /// session records, is refused.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - onFailure: runs once, on any thread, if the recording ends before the session.
  /// - Throws: a `RecordingError`.
  public init(_ path: String, onFailure: @escaping @Sendable (_ message: LocalizedText) -> Void) throws(RecordingError)
  {
    do throws(IOFailure) {
      writer = Writer(try Descriptor.createFile(path)) {
        onFailure(Words.text("The recording ends here: \($0.reason)."))
      }
    } catch {
      throw .notWritable(error.reason)
    }
  }

  /// Writes a line. Any thread may call it.
  public func write(_ line: [UInt8]) { writer.send(line) }

  /// Waits at most two seconds for the lines that are not written.
  ///
  /// - Returns: whether the file has all of them.
  @discardableResult public func finish() -> Bool { writer.drain(atMost: .seconds(2)) }
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
    case .overflow: Words.text("more than 64 MiB of it wait to be written")
    case .fileNotEmpty: Words.text("the file is not empty")
    case .fileInUse: Words.text("another session records to the file")
    case .refused: LocalizedText(verbatim: systemMessage ?? "")
    }
  }
}
