public import Descriptions
import Foundation
import JSON
import Words

/// A small file as a value: what a person has picked at a front, or is to save there. It is whole in memory.
///
/// The name is a label: the last component of what the front has said, without marks that are not visible. It is never a place to
/// write to.
public struct FrontFile: JSONRecord, Hashable, Sendable {
  /// The name, cleaned.
  public let name: String
  /// The media type, such as `image/png`, as the front says; `nil` if it does not.
  public let mediaType: String?
  /// The bytes.
  public let bytes: [UInt8]

  /// A file.
  ///
  /// - Parameters:
  ///   - name: The name, or a path whose last component is the name.
  ///   - mediaType: The media type, such as `image/png`.
  ///   - bytes: The bytes.
  public init(name: String, mediaType: String? = nil, bytes: [UInt8]) {
    self.name = Self.cleaned(name)
    self.mediaType = mediaType.map { String($0.prefix(255)) }
    self.bytes = bytes
  }

  private var base64: String { Data(bytes).base64EncodedString() }

  public static let record = Codec(
    { (name: String, mediaType: String?, base64: String) -> FrontFile? in
      Data(base64Encoded: base64).map { FrontFile(name: name, mediaType: mediaType, bytes: Array($0)) }
    },
    Member("name", \FrontFile.name, "The name, which is a label."),
    Member("mediaType", \.mediaType, "The media type, such as image/png."),
    Member("base64", \.base64, "The bytes in base 64."))

  public static var example: FrontFile { FrontFile(name: "file", bytes: []) }

  /// The last component of a path as a label: visible characters, of at most 255 bytes.
  static func cleaned(_ path: String) -> String {
    let last = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var name = ""
    for scalar in last.unicodeScalars where isVisible(scalar) && name.utf8.count + scalar.utf8.count <= 255 {
      name.unicodeScalars.append(scalar)
    }
    name = name.trimmingCharacters(in: .whitespaces)
    return name.isEmpty || name.allSatisfy { $0 == "." } ? "file" : name
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
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

extension FrontQuestion<FileWish, FrontFile> {
  /// A person picks a file.
  public static var pickFile: Self { Self("pickFile") }
}

extension FrontRequest<FrontFile> {
  /// Asks a person for a file, which is read whole.
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

      file.bytes.count <= limit
        ? nil
        : Words.text(
          "The file has \(count: file.bytes.count, isGrouped: false) bytes, and may have \(count: limit, isGrouped: false)."
        )
    }
    return request
  }
}

extension FrontQuestion<FrontFile, Void> {
  /// A person saves a file. The front asks where, and writes over nothing.
  public static var saveFile: Self { Self("saveFile") }
}

extension FrontRequest<Void> {
  /// Asks a person to save a file.
  public static func saveFile(_ file: FrontFile) -> Self {
    FrontRequest(.saveFile, file).with { $0.isPersonal = true }
  }
}
