package import Descriptions

/// Whose wishes share a key: those of one account at one backend.
///
/// A hash stands for both, so that the file of the keys names no account.
package struct KeyOwner: Hashable, Sendable {
  /// Whether there is an account. Its name is not empty then.
  let hasAccount: Bool
  private let digest: String

  /// The owner of the keys of an account.
  ///
  /// - Parameters:
  ///   - account: the name of the account; empty in an app without accounts.
  ///   - backend: the backend's address.
  package init(account: String, backend: String) {
    hasAccount = !account.isEmpty
    // NB: the length keeps the two apart, whatever they contain.
    digest = SHA256.hexadecimalDigest(of: Array("\(backend.utf8.count)\n\(backend)\(account)".utf8))
  }

  /// A text of letters and digits that stands for the owner in the name of a folder.
  package var name: String { (hasAccount ? "a" : "n") + digest }
}

extension KeyOwner {
  /// 64 hexadecimal digits that stand for an account on the disk, where its name does not stand; empty for no account.
  package static func scope(of account: String) -> String {
    account.isEmpty ? "" : SHA256.hexadecimalDigest(of: Array("account\n\(account)".utf8))
  }
}

extension KeyOwner: JSONReadable, JSONWritable {
  package static var shape: Shape { .text(pattern: "^[AN][0-9a-f]{64}$") }
  package static var expectation: String { "an owner of keys" }
  package static var example: KeyOwner { KeyOwner(account: "", backend: "") }

  package init?(_ json: JSONText) {
    guard let text = json.string, let match = text.wholeMatch(of: /([AN])([0-9a-f]{64})/) else { return nil }
    hasAccount = match.1 == "A"
    digest = String(match.2)
  }

  package func write(to writer: inout JSONWriter) { writer.write((hasAccount ? "A" : "N") + digest) }
}
