import JSON
import JSONRPC
import Models

/// What a recording says of secrets: which of them are equal, by numbers.
///
/// The core's answers depend on three properties of a password: whether it is empty, whether the two fields hold the
/// same, and whether that is a common one. An empty secret is written as it is. Of others a number is written; and
/// that one is common, only where two fields of an instance hold it, which is when the core says so as well.
struct Secrets {
  // NB: secrets themselves are not kept: a hash with a key of this process tells equal ones.
  private var numbers: [Int: Int] = [:]
  private var count = 0
  /// The numbers of what the fields may hold.
  private var held: [Field: [Int]] = [:]

  private struct Field: Hashable {
    var instance: String
    var event: String
  }

  /// How many secrets, and fields, are told from each other before all are forgotten.
  private static let most = 1 << 16
  private static let mostFields = 1 << 10
  /// How many values a field may have that nobody knows to be the one: events that may have been refused.
  private static let mostCandidates = 16

  /// What is written for a value in a secret's place, `{"secret":1}`; `nil` if the value is no secret.
  mutating func marker(for value: JSONText, _ field: Mask.SecretField) -> [UInt8]? {
    guard let text = value.string else { return nil }
    let number = text.isEmpty ? 0 : number(of: text)
    let isSeen = hold(number, field)
    guard number > 0 else { return nil }
    let isCommon = isSeen && Self.isCommon(Password(text))
    return Array((isCommon ? #"{"secret":\#(number),"common":true}"# : #"{"secret":\#(number)}"#).utf8)
  }

  private mutating func number(of text: String) -> Int {
    if numbers.count >= Self.most { numbers = [:] }
    let hash = text.hashValue
    if let number = numbers[hash] { return number }
    count += 1
    numbers[hash] = count
    return count
  }

  /// Notes what a field holds; whether another field of the instance may hold the same.
  private mutating func hold(_ number: Int, _ field: Mask.SecretField) -> Bool {
    if held.count >= Self.mostFields { held = [:] }
    let key = Field(instance: field.instance, event: field.event)
    held[key] = field.isConditional ? (held[key] ?? []).suffix(Self.mostCandidates) + [number] : [number]
    return held.contains { $0.key.instance == key.instance && $0.key != key && $0.value.contains(number) }
  }

  private static func isCommon(_ password: Password) -> Bool {
    PasswordRules.standard.problem(in: password, again: password) == .common
  }
}

/// The secrets of a replay: texts that are equal, and common, where those of the recording were.
struct StandInSecrets {
  private var texts: [Int: String] = [:]

  /// Learns from a marker that a secret is a common one. To be called for all before the first text is asked for.
  mutating func learn(_ value: JSONText) {
    guard let (number, isCommon) = Self.read(value), isCommon, texts[number] == nil else { return }
    texts[number] = Self.commonText(texts.count)
  }

  /// The text of a marker, as JSON; `nil` if it is none.
  func text(for value: JSONText) -> [UInt8]? {
    guard let (number, _) = Self.read(value) else { return nil }
    return (texts[number] ?? "secret \(number)").json
  }

  private static func read(_ value: JSONText) -> (number: Int, isCommon: Bool)? {
    value["secret"]?.integer().map { ($0, value["common"]?.bool == true) }
  }

  /// A common password, another one for each number: one word in all its mixes of small and capital letters.
  static func commonText(_ number: Int) -> String {
    var bits = number
    return String(
      "password1".map { letter in
        defer { bits >>= 1 }
        return bits & 1 == 1 ? Character(letter.uppercased()) : letter
      })
  }
}
