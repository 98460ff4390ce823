import Foundation
import LibC
import Locking
package import StandardIO

/// The bytes of a file that come piece by piece, as over a wire. They are in a file of the process's own that has no name, so that
/// nothing of them stays whatever happens.
///
/// Pieces come in order, and as many bytes as were announced. After a piece that does not fit there are none.
package final class SpooledFile: Sendable {
  private enum State {
    case writing(Descriptor, count: Int)
    case whole(FileContent)
    /// Nothing is kept.
    case failed(FileError)
  }

  /// How many bytes were announced.
  package let size: Int
  private let state: LockedValue<State>

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - size: how many bytes come.
  ///   - folder: the folder of the file; by default, that of temporary files (`TMPDIR`).
  package convenience init(size: Int, in folder: String? = nil) throws(FileError) {
    self.init(size: size, try Self.open(in: folder ?? FileManager.default.temporaryDirectory.path))
  }

  /// Begins a file that is open.
  init(size: Int, _ file: Descriptor) {
    self.size = size
    state = LockedValue(.writing(file, count: 0))
  }

  deinit { discard() }

  /// Creates a file for its owner alone, and takes its name away.
  private static func open(in folder: String) throws(FileError) -> Descriptor {
    while true {
      let path = folder + "/.spool-" + String(UInt64.random(in: .min ... .max), radix: 36)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let number = LibC.open(path, flags, 0o600)
      if number < 0, errno == EEXIST { continue }
      guard number >= 0 else { throw .lastCall }
      unlink(path)
      return Descriptor(number)
    }
  }

  /// Adds a piece in base 64.
  ///
  /// - Parameters:
  ///   - base64: the bytes.
  ///   - offset: how many bytes precede it.
  ///   - limit: how many bytes it may have.
  /// - Returns: how many bytes have come.
  @discardableResult package func write(base64: String, at offset: Int, limit: Int) throws(FileError) -> Int {
    guard base64.utf8.count <= limit / 3 * 4 + 4, let bytes = Data(base64Encoded: base64), bytes.count <= limit else {
      throw fail(FileError("A piece of a file is base 64 of at most \(limit) bytes."))
    }
    try write(Array(bytes), at: offset)
    return offset + bytes.count
  }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - offset: how many bytes precede it.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let failure = state.withLock { state -> FileError? in
      switch state {
      case .failed(let error): return error
      case .whole: return FileError("The file is whole, and takes no more bytes.")
      case .writing(let file, let count):
        guard offset == count else { return FileError("The pieces of the file are not in order.") }
        guard bytes.count <= size - count else {
          return FileError("More bytes have come than the \(size) that were announced.")
        }
        do throws(IOFailure) { try file.writeAll(bytes) } catch { return FileError(error) }
        state = .writing(file, count: count + bytes.count)
        return nil
      }
    }
    if let failure { throw fail(failure) }
  }

  /// The whole file.
  ///
  /// - Throws: a `FileError` if bytes are missing. They may still come.
  package func reference(name: String, mediaType: String?) throws(FileError) -> FileReference {
    // NB: `withLock` forgets which errors its body throws, so the outcome is returned as a value.
    let content = state.withLock { state -> Result<FileContent, FileError> in
      switch state {
      case .failed(let error): return .failure(error)
      case .whole(let content): return .success(content)
      case .writing(let file, let count):
        guard count == size else {
          return .failure(FileError("Only \(count) of \(size) bytes of the file have come."))
        }
        do throws(FileError) {
          let content = FileContent(.file(try RegularFile(file), path: nil), size: size)
          state = .whole(content)
          return .success(content)
        } catch {
          return .failure(error)
        }
      }
    }
    return FileReference(name: name, mediaType: mediaType, content: try content.get())
  }

  /// Lets go of the bytes. A reference that was taken stays readable.
  package func discard() { _ = fail(FileError("The file was given up.")) }

  private func fail(_ error: FileError) -> FileError {
    state.withLock { state in
      switch state {
      case .failed: return
      case .writing(let file, _): file.close()
      case .whole: break
      }
      state = .failed(error)
    }
    return error
  }
}
