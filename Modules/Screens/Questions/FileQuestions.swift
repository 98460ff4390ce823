public import Descriptions
import Foundation
import JSON
public import Requests
import Words

extension Codec<FileReference> {
  /// Files with their bytes in the JSON, in base 64: what a person has picked at a front, or is to save there.
  static let withBytes = Codec(
    title: "FileWithBytes",
    { (name: String, mediaType: String?, base64: String) -> FileReference? in
      Data(base64Encoded: base64).map { FileReference(name: name, mediaType: mediaType, bytes: Array($0)) }
    },
    Member("name", \FileReference.name, "The name, which is a label."),
    Member("mediaType", \.mediaType, "The media type, such as image/png."),
    Member("base64", \.base64, "The bytes in base 64."))
}

extension FileReference {
  fileprivate var base64: String { Data(bytes ?? []).base64EncodedString() }
}

/// What a ``FrontQuestion/pickFile`` asks with.
public struct FileWish: JSONRecord, Hashable, Sendable {
  /// The kinds of files: media types such as `image/*`, or endings such as `.csv`; any if it is empty.
  public var types: [String]
  /// How many bytes it may have.
  public var limit: Int

  /// A wish for a file.
  public init(types: [String] = [], limit: Int) {
    self.types = types
    self.limit = limit
  }

  public static let record = Codec(
    { FileWish(types: $0, limit: $1) },
    Member("types", \FileWish.types, "Media types such as image/*, or endings such as .csv; any if it is empty."),
    Member("limit", \.limit, "How many bytes it may have."))
}

extension FrontQuestion<FileWish, FileReference> {
  /// A person picks a file.
  public static var pickFile: Self { Self("pickFile", input: .record, answer: .withBytes) }
}

extension FrontRequest<FileReference> {
  /// Asks a person for a file, which is read whole: it has ``Requests/FileReference/bytes``.
  ///
  /// - Parameters:
  ///   - types: The kinds of files: media types such as `image/*`, or endings such as `.csv`; any if it is empty. A front offers
  ///     only these, and the app does not rely on it.
  ///   - limit: How many bytes it may have, at most 8 MiB.
  public static func pickFile(_ types: [String] = [], limit: Int = 1 << 20) -> Self {
    precondition((1...8 << 20).contains(limit), "A file that is read whole has at most 8 MiB.")
    var request = FrontRequest(.pickFile, FileWish(types: types, limit: limit))
    request.traits.isPersonal = true
    request.fault = { file in
      file.size <= limit
        ? nil
        : Words.text(
          "The file has \(count: file.size, isGrouped: false) bytes, and may have \(count: limit, isGrouped: false).")
    }
    return request
  }
}

extension FrontQuestion<FileReference, Void> {
  /// A person saves a file. The front asks where, and writes over nothing.
  public static var saveFile: Self { Self("saveFile", input: .withBytes, answer: .nothing) }
}

extension FrontRequest<Void> {
  /// Asks a person to save a file, whose bytes are in memory.
  public static func saveFile(_ file: FileReference) -> Self {
    var request = FrontRequest(.saveFile, file).with { $0.isPersonal = true }
    request.obstacle = { _ in file.bytes == nil ? "The file is not in memory." : nil }
    return request
  }
}
