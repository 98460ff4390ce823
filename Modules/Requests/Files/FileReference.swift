public import Descriptions
import Foundation
import JSON
public import StandardIO

/// A file as a name, a size, a media type and a way to its bytes: what a person has picked, what an operation is asked with, and
/// what it is answered with.
///
/// ```swift
/// struct Parcel: JSONRecord {
///   var purchase: String
///   var image: FileReference
///
///   static let record = Codec(Parcel.init, \.purchase, \.image)
/// }
///
/// extension ServiceOperation<Parcel, String> {
///   static var sendParcel: Self { Self("send-parcel") }
/// }
/// ```
///
/// The bytes are in memory or in a file that was opened once, so that a name which leads elsewhere later changes nothing. They are
/// not in its JSON, and in no recording: a replay has references without bytes, and opens no file.
///
/// The name is a label: the last component of what it was made of, without marks that are not visible, of at most 255 bytes; one that
/// is cut keeps its ending. It is never a place to write to. In a recording it is hidden until a state has shown it.
public struct FileReference: JSONRecord, Sendable {
  /// The name, cleaned.
  public let name: String
  /// How many bytes there are.
  public let size: Int
  /// The media type, such as `image/png`; `nil` if it is not known.
  public let mediaType: String?

  let content: FileContent

  init(name: String, mediaType: String?, content: FileContent) {
    self.name = Self.cleaned(name)
    self.mediaType = mediaType.map(Self.cleanedMediaType)
    self.content = content
    size = content.size
  }

  /// A file that is whole in memory.
  ///
  /// - Parameters:
  ///   - name: The name, or a path whose last component is the name.
  ///   - mediaType: The media type, such as `image/png`.
  ///   - bytes: The bytes.
  public init(name: String, mediaType: String? = nil, bytes: [UInt8]) {
    self.init(name: name, mediaType: mediaType, content: FileContent(.memory(bytes), size: bytes.count))
  }

  /// Opens a regular file of the app's own, for reading. A link, a folder, a pipe and a device are refused.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mediaType: The media type, such as `image/png`.
  /// - Throws: A `FileError`, which does not repeat the path.
  public init(path: String, mediaType: String? = nil) throws(FileError) {
    let file = try RegularFile.open(path)
    self.init(name: path, mediaType: mediaType, content: FileContent(.file(file, path: path), size: file.size))
  }

  /// The bytes, if they are whole in memory.
  public var bytes: [UInt8]? { content.bytes }

  /// Where the file is; `nil` for bytes in memory, and in a replay.
  public var path: String? { content.path }

  /// Whether the bytes can be read. In a replay they cannot.
  public var hasBytes: Bool { content.hasBytes }

  /// Reads all bytes, into memory.
  ///
  /// - Parameter limit: How many bytes there may be.
  public func readBytes(limit: Int) throws(FileError) -> [UInt8] {
    guard size <= limit else { throw FileError("The file is too large: it may have \(limit.inBytes).") }
    if let bytes { return bytes }
    var reader = FileCursor(self)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while let chunk = try reader.next(atMost: 1 << 16) { bytes += chunk }
    return bytes
  }

  /// Copies the file into a folder, whole or not at all.
  ///
  /// - Parameters:
  ///   - folder: Where the copy is.
  ///   - name: The name of the copy's file; by default, that of this file. It is cleaned, and no other file is written over: a
  ///     number is added.
  ///   - limit: How many bytes there may be.
  /// - Returns: A reference to the copy, with the name and the media type of this one.
  public func copy(to folder: FileFolder, as name: String? = nil, limit: Int = .max) throws(FileError) -> FileReference
  {
    try copy(to: folder, as: name, limit: limit) { _ in }
  }

  /// Copies the file into a folder, and shows the bytes to a closure.
  package func copy(
    to folder: FileFolder, as name: String?, limit: Int, onBytes: ([UInt8]) -> Void
  ) throws(FileError) -> FileReference {
    guard size <= limit else { throw FileError("The file is too large: it may have \(limit.inBytes).") }
    let copy = try folder.begin()
    var reader = FileCursor(self)
    while let chunk = try reader.next(atMost: 1 << 17) {
      onBytes(chunk)
      try copy.write(chunk)
    }
    return FileReference(name: self.name, mediaType: mediaType, content: try copy.finish(as: name ?? self.name))
  }

  /// Copies the file to a place that a person has named, whole or not at all, for its owner alone. It writes over nothing.
  package func copy(toNewFile path: String) throws(FileError) {
    try SmallFile.create(path) { (copy) throws(FileError) in
      var reader = FileCursor(self)
      while let chunk = try reader.next(atMost: 1 << 17) {
        do throws(IOFailure) { try copy.writeAll(chunk) } catch { throw FileError(error) }
      }
    }
  }

  /// Reads a piece, in base 64.
  ///
  /// - Parameters:
  ///   - offset: how many bytes precede it.
  ///   - limit: how many bytes it may have.
  package func base64(at offset: Int, limit: Int) throws(FileError) -> String {
    guard (0...size).contains(offset) else { throw FileError("The file has only \(size) bytes.") }
    var bytes = [UInt8](repeating: 0, count: min(limit, size - offset))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(FileError) in
          try content.read(at: offset + count, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        }
      }
      count += try read.get()
    }
    return Data(bytes).base64EncodedString()
  }

  // MARK: - As JSON

  /// The members are name, size and media type. Where the bytes go another way beside the JSON, `attachment` says which they are.
  public static let record = Codec(
    { (name: String, size: Int, mediaType: String?, attachment: String?) -> FileReference? in
      guard size >= 0 else { return nil }
      let content = FileAttachments.content(attachment)
      if content == nil, FileAttachments.requiresBytes { return nil }
      return FileReference(name: name, mediaType: mediaType, content: content ?? FileContent(.none, size: size))
    },
    Field(\FileReference.name, "The name, which is a label.", .isPrivate(as: "file")),
    Field(\.size, "How many bytes there are."),
    Field(\.mediaType, "The media type, such as image/png."),
    Field(\.attachment, name: "attachment", "Which bytes they are, where they go beside the JSON."))

  public static var example: FileReference { FileReference(name: "file", bytes: []) }

  private var attachment: String? { FileAttachments.key(of: self) }

  /// The same bytes under another name.
  public var hidingPrivateFields: FileReference {
    FileReference(name: "file", mediaType: mediaType, content: content)
  }

  // MARK: - Labels

  /// The last component of a path as a label: visible characters, of at most 255 bytes. One that is cut keeps its ending.
  package static func cleaned(_ path: String) -> String {
    // NB: a slash with a mark on it is one character, and leads elsewhere all the same.
    let last = path.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring.UnicodeScalarView()
    let visible = String(String.UnicodeScalarView(last.filter(isVisible))).trimmingCharacters(in: .whitespaces)
    let name = fitted(visible).trimmingCharacters(in: .whitespaces)
    return name.allSatisfy { $0 == "." } ? "file" : name
  }

  /// A name of at most 255 bytes, with something added before its ending. What is too long loses whole characters before it.
  static func fitted(_ name: String, adding suffix: String = "") -> String {
    let dot = name.drop { $0 == "." }.lastIndex(of: ".") ?? name.endIndex
    // An ending as long as a name is a part of the name.
    let ending = name[dot...].utf8.count <= 32 ? name[dot...] : ""
    let room = 255 - suffix.utf8.count - ending.utf8.count
    var stem = ""
    for character in name.dropLast(ending.count) {
      guard stem.utf8.count + character.utf8.count <= room else { break }
      stem.append(character)
    }
    return (stem.isEmpty ? "file" : stem) + suffix + ending
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// The media type as a value of a header.
  private static func cleanedMediaType(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(255).filter { 0x20..<0x7F ~= $0.value }))
  }
}

extension FileReference: Hashable {
  /// Whether two references have one name, media type and size, and the same bytes: equal ones in memory, or one open file.
  public static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.mediaType == other.mediaType && one.size == other.size
      && (one.content === other.content || one.content.equals(other.content))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(size)
    hasher.combine(mediaType)
  }
}

extension FileReference: CustomStringConvertible, CustomReflectable {
  /// The name and the size.
  public var description: String { "\(name), \(size) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "size": size]) }
}
