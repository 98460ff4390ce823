import LibC
import Locking
package import StandardIO
import Storage

/// Where the bytes of a file are. A file is closed with its last reference.
package final class FileContent: Sendable {
  package enum Place: Sendable {
    /// Nowhere, as in a replay.
    case none
    case memory([UInt8])
    /// In a file, which has a path where it belongs to the app.
    case file(RegularFile, path: String?)
    /// In a file that is opened for each read: one of many that wait in a folder of the runtime's own.
    case closed(String, FileCheck?)
  }

  package let size: Int
  private let place: Place
  /// Whether the file stays in its folder.
  private let isKept: LockedValue<Bool>
  /// Whether it is there for an answer alone.
  private let isDownload: Bool

  /// - Parameter isKept: whether the file stays in its folder. Otherwise it does once it is kept, and is removed with its last
  ///   reference if it is not: a download whose answer was not received.
  package init(_ place: Place, size: Int, isKept: Bool = true) {
    self.place = place
    self.size = size
    self.isKept = LockedValue(isKept)
    isDownload = !isKept
  }

  deinit {
    guard case .file(let file, let path) = place else { return }
    if let path, !isKept.withLock({ $0 }) { unlink(path) }
    file.descriptor.close()
  }

  /// Lets the file stay in its folder.
  package func keep() { isKept.withLock { $0 = true } }

  var bytes: [UInt8]? { if case .memory(let bytes) = place { bytes } else { nil } }
  var path: String? {
    switch place {
    case .file(_, let path): path
    case .closed(let path, _): path
    case .none, .memory: nil
    }
  }
  package var hasBytes: Bool { if case .none = place { false } else { true } }

  /// Whether both are nowhere, or have equal bytes in memory.
  func equals(_ other: FileContent) -> Bool {
    switch (place, other.place) {
    case (.none, .none): true
    case (.memory(let bytes), .memory(let others)): bytes == others
    default: false
    }
  }

  /// Reads bytes at an offset, up to the size.
  ///
  /// - Returns: how many bytes were read; 0 at the end alone.
  /// - Throws: a `FileError`, also if the file has changed since it was opened. That is found before the last byte is read at the latest.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = min(buffer.count, size - offset)
    guard count > 0 else { return 0 }
    switch place {
    case .none: throw FileError("The bytes of the file are not here.")
    case .memory(let bytes):
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
      return count
    case .file(let file, _):
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      let read = try file.read(at: offset, into: room)
      guard read > 0 else { throw FileError("The file has become shorter since it was opened.") }
      if offset + read == size, file.hasChanged { throw FileError("The file was changed since it was opened.") }
      return read
    case .closed(let path, let check):
      let file = try RegularFile.open(path)
      defer { file.descriptor.close() }
      guard file.size == size else { throw .otherFile }
      let read = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
      try check?.add(buffer[..<read], at: offset, isLast: offset + read == size)
      return read
    }
  }

  /// Whether the file was changed since it was opened.
  package var hasChanged: Bool { if case .file(let file, _) = place { file.hasChanged } else { false } }

  /// Removes a download from its folder: its answer is not received. What is open stays readable.
  package func discard() { if isDownload, case .file(_, let path?) = place { unlink(path) } }
}

extension FileError {
  /// A copy of the runtime's own was changed by something else.
  package static let otherFile = FileError("The file was changed since it was kept.")
}

/// Compares the bytes of a file, as they are read from its begin to its end, with those that were kept. Who reads it so never gets
/// the last ones of another file.
package final class FileCheck: Sendable {
  private let expected: String
  private let onDamage: @Sendable () -> Void
  /// Of the bytes before an offset.
  private let state = LockedValue<(checksum: Checksum, offset: Int)>((Checksum(), 0))

  /// - Parameters:
  ///   - expected: the checksum of all bytes.
  ///   - onDamage: is called when they are others.
  package init(_ expected: String, onDamage: @escaping @Sendable () -> Void) {
    self.expected = expected
    self.onDamage = onDamage
  }

  func add(_ bytes: Slice<UnsafeMutableRawBufferPointer>, at offset: Int, isLast: Bool) throws(FileError) {
    let isDamaged = state.withLock { state in
      if offset == 0 { state = (Checksum(), 0) }
      guard offset == state.offset else { return false }
      state.checksum.add(bytes)
      state.offset += bytes.count
      return isLast && state.checksum.text != expected
    }
    guard isDamaged else { return }
    onDamage()
    throw .otherFile
  }
}

extension FileFolder {
  /// A copy of the runtime's own, which is opened for each read.
  ///
  /// - Parameters:
  ///   - checksum: The checksum of its bytes; `nil` if it is not known.
  ///   - onDamage: Is called when its bytes are others.
  package func copy(
    named name: String, size: Int, checksum: String?, onDamage: @escaping @Sendable () -> Void
  ) -> FileReference {
    let check = checksum.map { FileCheck($0, onDamage: onDamage) }
    return FileReference(
      name: name, mediaType: nil, content: FileContent(.closed(place(of: name), check), size: size))
  }
}

/// Reads a file from its begin to its end.
package struct FileCursor {
  private let content: FileContent
  private var offset = 0

  package init(_ file: FileReference) { content = file.content }

  /// The next bytes; `nil` at the end.
  package mutating func next(atMost count: Int) throws(FileError) -> [UInt8]? {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      do throws(FileError) { read = try content.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    offset += bytes.count
    return bytes.isEmpty ? nil : bytes
  }
}
