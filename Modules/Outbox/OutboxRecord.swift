import Descriptions
internal import Foundation
import JSON
import Requests
import Storage

/// An entry of an outbox as its file has it.
struct OutboxRecord: Equatable, Sendable {
  /// Its place among all entries, and the name of its file.
  let number: Int
  /// The name of the operation.
  let operation: String
  var lane: String
  /// The JSON of the input, with the key of each file: its place in ``files``.
  var input: [UInt8]
  /// The files of the input.
  var files: [OutboxFile]
  var tries: KeyTries
  /// Why the last attempt has failed.
  var failure: ServiceError?
  /// The time before which the backend wants no other attempt.
  var notBefore: Date?
  /// Whether the backend has refused the last attempt for good.
  var isRefused = false
  /// Whether the app has let the lane go on without it.
  var isSkipped = false

  init(
    number: Int, operation: String, lane: String, input: [UInt8], files: [OutboxFile], key: IdempotencyKey, now: Date
  ) {
    self.number = number
    self.operation = operation
    self.lane = lane
    self.input = input
    self.files = files
    tries = KeyTries(key, at: now)
  }

  var key: IdempotencyKey { tries.key }
}

extension StorageKey<Bool> {
  /// Whether the entries of the account are discarded. It is removed after them: its name comes first.
  static var isDiscarded: StorageKey { StorageKey("discarded") }
}

extension StorageKey<OutboxRecord> {
  /// The file of an entry.
  static func entry(_ number: Int) -> StorageKey {
    // NB: with functions of its own, so that no recording has what was to be sent.
    StorageKey("entry-\(number)") {
      OutboxRecord($0)
    } write: {
      $0.write(to: &$1)
    }
  }

  /// The number of the entry in the file with a name; `nil` if it is another file.
  static func number(ofEntry name: String) -> Int? {
    name.hasPrefix("entry-") ? Int(name.dropFirst(6)) : nil
  }
}

extension OutboxRecord {
  fileprivate init?(_ json: JSONText) {
    guard let number: Int = json["number"]?.integer(), let operation = json["operation"]?.string,
      let lane = json["lane"]?.string, let input = json["input"], let tries = KeyTries(json)
    else { return nil }
    self.number = number
    self.operation = operation
    self.lane = lane
    self.input = Array(input.bytes)
    files = []
    for file in json["files"].map({ Array($0.elements) }) ?? [] {
      // NB: the input names files by their places.
      guard let file = OutboxFile(file) else { return nil }
      files.append(file)
    }
    self.tries = tries
    failure = json["failure"].flatMap { ServiceError($0) }
    if let milliseconds: Int = json["notBefore"]?.integer() { notBefore = Date(milliseconds: milliseconds) }
    isRefused = json["isRefused"]?.bool == true
    isSkipped = json["isSkipped"]?.bool == true
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("number", number)
      writer.member("operation", operation)
      writer.member("lane", lane)
      tries.writeMembers(to: &writer)
      if let failure { writer.member("failure", failure) }
      if let notBefore { writer.member("notBefore", notBefore.milliseconds) }
      writer.member("isRefused", isRefused)
      writer.member("isSkipped", isSkipped)
      if !files.isEmpty {
        writer.member("files") { $0.array { for file in files { file.write(to: &$0) } } }
      }
      writer.name("input")
      writer.raw(input)
    }
  }
}

extension OutboxFile {
  fileprivate init?(_ json: JSONText) {
    guard let name = json["name"]?.string, let size: Int = json["size"]?.integer(), size >= 0 else { return nil }
    self.init(name: name, size: size, checksum: json["checksum"]?.string)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if let checksum { writer.member("checksum", checksum) }
      writer.member("name", name)
      writer.member("size", size)
    }
  }
}
