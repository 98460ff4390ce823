import Dispatch
import FrontOptions
import JSONRPC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

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
    let number = Self.create(path)
    guard number >= 0 else { throw OptionError("The recording cannot be written: \(Self.reason(errno)).") }
    guard Self.isEmpty(number) else { throw OptionError("The recording cannot be written: the file is not empty.") }
    Self.keepToOwner(number)
    writer = Writer(Descriptor(number)) { failure in
      let reason =
        switch failure {
        case .readerGone: "nobody reads it any more"
        case .overflow: "more than 64 MiB of it wait to be written"
        case .refused(let number): Self.reason(number)
        }
      onFailure("The recording ends here: \(reason).")
    }
  }

  /// Takes a line.
  func write(_ line: [UInt8]) { writer.send(line) }

  /// Waits a moment for what is not written yet.
  func finish() { _ = writer.drain(until: .now() + Self.drainTimeout) }

  /// Reads a recording from a file, in pieces.
  ///
  /// - Throws: an `OptionError`.
  static func read(_ path: String) throws(OptionError) -> Recording {
    #if os(Windows)
      let number = _open(path, _O_RDONLY | _O_BINARY)
    #else
      let number = open(path, O_RDONLY | O_CLOEXEC, 0)
    #endif
    guard number >= 0 else { throw OptionError("The recording cannot be read: \(reason(errno)).") }
    defer { close(number) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    var reader = RecordingReader()
    do {
      while case let count = try Descriptor(number).read(into: chunk), count > 0 { try reader.read(chunk[..<count]) }
      return try reader.finish()
    } catch let failure as ReadFailure {
      throw OptionError("The recording cannot be read: \(reason(failure.number)).")
    } catch let error as RecordingError {
      throw OptionError(error.message)
    } catch {
      throw OptionError("The recording cannot be read.")
    }
  }

  // NB: a pipe that nobody reads is refused, and not waited for.
  private static func create(_ path: String) -> Int32 {
    #if os(Windows)
      _open(path, _O_WRONLY | _O_CREAT | _O_BINARY, _S_IREAD | _S_IWRITE)
    #else
      open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    #endif
  }

  private static func isEmpty(_ number: Int32) -> Bool {
    var status = stat()
    // NB: a pipe, a terminal or another device has no size.
    return fstat(number, &status) == 0 && status.st_size == 0
  }

  /// A file that was there before may have been everybody's.
  private static func keepToOwner(_ number: Int32) {
    #if !os(Windows)
      var status = stat()
      if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(number, 0o600) }
    #endif
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
