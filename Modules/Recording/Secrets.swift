import Descriptions

/// Replaces secrets by placeholders, `{"secret":1}`, which say only which secrets are equal.
///
/// States depend on whether a secret is empty, on whether two fields hold the same, and perhaps on what kind of secret it is,
/// such as a common password: ``Secret/placeholder(_:)`` says so. An empty secret is written as it is. A text for a replay is written
/// only where two fields of an instance hold the secret.
struct Secrets {
  // The secrets themselves are not kept. Hash values, whose key is random in each process, tell them apart.
  private var numbers: [Int: Int] = [:]
  private var count = 0
  /// The numbers of the secrets in each instance's fields, by the kind of event that sets the field.
  private var fields: [String: [String: Int]] = [:]

  /// How many secrets are told apart before all are forgotten.
  private static let limit = 1 << 16

  /// The text for a secret in an event: a placeholder, or an empty string.
  mutating func placeholder(for secret: any Secret, event: String, instance: String) -> [UInt8] {
    guard !secret.withRevealedText(\.isEmpty) else {
      fields[instance, default: [:]][event] = nil
      return "".json
    }
    let number = number(of: secret)
    fields[instance, default: [:]][event] = number
    let isShown = fields[instance, default: [:]].contains { $0.key != event && $0.value == number }
    return placeholder(number, text: isShown ? secret.placeholder(number) : nil)
  }

  /// The placeholder of a secret in a command line.
  mutating func placeholder(for secret: any Secret) -> [UInt8] { placeholder(number(of: secret), text: nil) }

  /// Forgets the fields of an instance.
  mutating func forget(_ instance: String) { fields[instance] = nil }

  private func placeholder(_ number: Int, text: String?) -> [UInt8] {
    let number = number.json
    guard let text else { return RecordingLine.object(["secret": number]) }
    return RecordingLine.object(["secret": number, "text": text.json])
  }

  private mutating func number(of secret: any Secret) -> Int {
    if numbers.count >= Self.limit { numbers = [:] }
    let hash = secret.withRevealedText(\.hashValue)
    if let number = numbers[hash] { return number }
    count += 1
    numbers[hash] = count
    return count
  }
}

/// The secrets of a replay: texts that are equal, and of one kind, where those of the recording were.
struct PlaceholderSecrets {
  private var texts: [Int: String] = [:]

  /// Learns the text of a placeholder. Call it for all placeholders before `text(for:)`.
  mutating func learn(_ placeholder: JSONText) {
    guard let number: Int = placeholder["secret"]?.integer(), texts[number] == nil else { return }
    if let text = placeholder["text"]?.string { texts[number] = text }
  }

  /// The text for a placeholder; `nil` if the value is not a placeholder.
  func text(for placeholder: JSONText) -> String? {
    guard placeholder.kind == .object, let number: Int = placeholder["secret"]?.integer() else { return nil }
    return texts[number] ?? "secret \(number)"
  }

  /// Learns the texts of the placeholders in an event, and in those of parts inside of it.
  mutating func learn(in event: JSONText) {
    for member in event.members where member.value.kind == .object {
      if member.value.isEvent { learn(in: member.value) } else { learn(member.value) }
    }
  }

  /// An event with texts for its placeholders, also in those of parts inside of it.
  func replacingPlaceholders(in event: JSONText) -> JSONText {
    var writer = JSONWriter()
    replacePlaceholders(in: event, &writer)
    return JSONText(scanned: writer.bytes[...])
  }

  private func replacePlaceholders(in event: JSONText, _ writer: inout JSONWriter) {
    writer.object { writer in
      for member in event.members {
        writer.name(member.name.string ?? "")
        if member.value.isEvent {
          replacePlaceholders(in: member.value, &writer)
        } else if let text = text(for: member.value) {
          writer.write(text)
        } else {
          writer.write(member.value)
        }
      }
    }
  }
}

extension JSONText {
  /// Whether the value is an event, `{"type":…}`. A placeholder has no type.
  fileprivate var isEvent: Bool { kind == .object && self["type"] != nil }
}
