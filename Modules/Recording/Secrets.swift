import Descriptions

/// Replaces secrets by markers, `{"secret":1}`, which say only which secrets are equal.
///
/// States depend on whether a secret is empty, on whether two fields hold the same, and perhaps on what kind of secret it is,
/// such as a common password: ``Secret/placeholder(_:)`` says so. An empty secret is written as it is. A stand-in is written
/// only where two fields of an instance hold the secret.
struct Secrets {
  // The secrets themselves are not kept. Hash values, whose key is random in each process, tell them apart.
  private var numbers: [Int: Int] = [:]
  private var count = 0
  /// The numbers of the secrets in each instance's fields, by the kind of event that sets the field.
  private var fields: [String: [String: Int]] = [:]

  /// How many secrets are told apart before all are forgotten.
  private static let limit = 1 << 16

  /// The text for a secret in an event: a marker, or an empty string.
  mutating func marker(for secret: any Secret, event: String, instance: String) -> [UInt8] {
    guard !secret.withRevealedText(\.isEmpty) else {
      fields[instance, default: [:]][event] = nil
      return "".json
    }
    let number = number(of: secret)
    fields[instance, default: [:]][event] = number
    let isShown = fields[instance, default: [:]].contains { $0.key != event && $0.value == number }
    return marker(number, standIn: isShown ? secret.placeholder(number) : nil)
  }

  /// The marker for a secret in a command line.
  mutating func marker(for secret: any Secret) -> [UInt8] { marker(number(of: secret), standIn: nil) }

  /// Forgets the fields of an instance.
  mutating func forget(_ instance: String) { fields[instance] = nil }

  private func marker(_ number: Int, standIn: String?) -> [UInt8] {
    let number = number.json
    guard let standIn else { return RecordingLine.object(["secret": number]) }
    return RecordingLine.object(["secret": number, "standIn": standIn.json])
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
struct StandInSecrets {
  private var texts: [Int: String] = [:]

  /// Learns the stand-in of a marker. Call it for all markers before `text(for:)`.
  mutating func learn(_ marker: JSONText) {
    guard let number: Int = marker["secret"]?.integer(), texts[number] == nil else { return }
    if let standIn = marker["standIn"]?.string { texts[number] = standIn }
  }

  /// The stand-in for a marker; `nil` if the value is not a marker.
  func text(for marker: JSONText) -> String? {
    guard marker.kind == .object, let number: Int = marker["secret"]?.integer() else { return nil }
    return texts[number] ?? "secret \(number)"
  }

  /// An event with stand-ins for its markers.
  func unmask(_ event: JSONText) -> JSONText {
    var writer = JSONWriter()
    writer.object { writer in
      for member in event.members {
        writer.name(member.name.string ?? "")
        if let text = text(for: member.value) { writer.write(text) } else { writer.write(member.value) }
      }
    }
    return JSONText(scanned: writer.bytes[...])
  }
}
