public import Descriptions
internal import Foundation
internal import JSON
public import Requests
import Words

extension Codec<FileReference> {
  /// Files with their bytes in the JSON, in base 64: what is read whole, or is to be saved. Where they go beside it, they are read.
  static let withBytes = picked { file in file.bytes.map { Data($0).base64EncodedString() } }

  /// Files whose bytes may come in the JSON, and are never written there.
  static let withoutBytes = picked { _ in nil }

  private static func picked(_ base64: @escaping @Sendable (FileReference) -> String?) -> Codec {
    let record = FileReference.record
    return Codec(
      shape: .record(
        "PickedFile",
        [
          .init("name", .text(), "The name, which is a label."),
          .init("mediaType", .optional(.text()), "The media type, such as image/png.", isRequired: false),
          .init("base64", .optional(.text()), "The bytes in base 64.", isRequired: false),
          .init(
            "attachment", .optional(.text()), "Which bytes they are, where they go beside the JSON.", isRequired: false),
          .init("size", .optional(.integer(minimum: 0)), "How many bytes there are beside it.", isRequired: false),
        ]),
      read: { json in
        guard let base64 = json["base64"]?.string else { return record.read(json) }
        guard let name = json["name"]?.string, let bytes = Data(base64Encoded: base64) else { return nil }
        return FileReference(name: name, mediaType: json["mediaType"]?.string, bytes: Array(bytes))
      },
      write: { file, writer, includingSecrets in
        guard let text = base64(file) else {
          return record.write(file, to: &writer, includingSecrets: includingSecrets)
        }
        writer.object { writer in
          writer.member("base64", text)
          writer.member("mediaType", file.mediaType)
          writer.member("name", file.name)
        }
      })
  }
}

extension FileWish {
  /// Opens a file of the process's own that a person has named, as is wished.
  ///
  /// - Throws: a `FileError`.
  package func open(_ path: String, mediaType: String? = nil) throws -> FileReference {
    try take(try FileReference(path: path, mediaType: mediaType))
  }

  /// A file as is wished: read whole, or as it is.
  ///
  /// - Throws: a `FileError`.
  package func take(_ file: FileReference) throws -> FileReference {
    guard isWhole else { return file }
    return FileReference(name: file.name, mediaType: file.mediaType, bytes: try file.readBytes(limit: limit))
  }
}

extension FrontQuestion<FileWish, FileReference> {
  /// A person picks a file.
  public static var pickFile: Self { Self("pickFile", input: .record, answer: .withBytes) }

  /// The same question, for a file that is not read whole.
  fileprivate static var pickFileToSend: Self { Self("pickFile", input: .record, answer: .withoutBytes) }
}

extension FrontRequest<FileReference> {
  /// Asks a person for a file, which is read whole: it has `FileReference.bytes`, and a recording has them, because a state may show
  /// them.
  ///
  /// - Parameters:
  ///   - types: The kinds of files: media types such as `image/*`, or endings such as `.csv`; any if it is empty. A front offers
  ///     only these, and the app does not rely on it.
  ///   - limit: How many bytes it may have, at most 8 MiB.
  public static func pickFile(_ types: [String] = [], limit: Int = 1 << 20) -> Self {
    pickFile(FileWish(types: types, limit: limit))
  }

  /// Asks a person for a file that goes to a service: a reference, of any size, whose bytes are in no recording.
  ///
  /// - Parameters:
  ///   - types: The kinds of files, as for a file that is read whole.
  ///   - limit: How many bytes it may have.
  public static func pickFileToSend(_ types: [String] = [], limit: Int = 1 << 30) -> Self {
    pickFile(FileWish(types: types, limit: limit, isWhole: false))
  }

  /// Asks a person for a file, as the description of an event says by `EventCase.picksFile(_:)` that it does.
  ///
  /// A file that is read whole has at most 8 MiB, and a recording has its bytes.
  public static func pickFile(_ wish: FileWish) -> Self {
    precondition(wish.limit > 0, "A file has room.")
    precondition(!wish.isWhole || wish.limit <= 8 << 20, "A file that is read whole has at most 8 MiB.")
    var request = FrontRequest(wish.isWhole ? .pickFile : .pickFileToSend, wish)
    request.traits.isPersonal = true
    request.fault = { file in
      if file.size > wish.limit {
        return Words.text("The file is too large: it may have \(bytes: wish.limit).")
      }
      return wish.isWhole && file.bytes == nil ? "The bytes of the file are not here." : nil
    }
    return request
  }
}

extension FrontQuestion<FileReference, Void> {
  /// A person saves a file. The front asks where, and writes over nothing.
  public static var saveFile: Self { Self("saveFile", input: .withBytes, answer: .nothing) }
}

extension FrontRequest<Void> {
  /// Asks a person to save a file of any size. Bytes that are not in memory go to the front as it asks for them. A recording has
  /// neither the bytes nor the name.
  public static func saveFile(_ file: FileReference) -> Self {
    FrontRequest(.saveFile, file).with { traits in
      traits.isPersonal = true
      // NB: a replay has no bytes, wherever they were.
      traits.isRecorded = false
    }
  }
}
