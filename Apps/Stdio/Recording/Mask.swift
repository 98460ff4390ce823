import JSON
import JSONRPC
import ScreenServer
import ViewModels

/// Rewrites a message so that it holds nothing but what a schema knows and does not call a secret, and is still
/// answered as the message is.
///
/// What was there and may not be told is replaced by another value of its kind: where the core would refuse the one, it
/// refuses the other, at the same place and in the same words. To rewrite a message twice is to rewrite it once.
@MainActor struct Mask {
  /// The member in which a secret was sent.
  struct SecretField: Hashable {
    /// The instance, by the name that the message gives it.
    var instance: String
    /// The kind of event.
    var event: String
    /// Whether the event may be refused for an old revision.
    var isConditional: Bool
  }

  private let methods: [String: [String: MaskRule]]
  private let events: [String: MaskRule]
  private let parameters: [String: MaskRule]
  private let limits: Limits
  /// What is written for a value where a secret belongs; `nil` for a value of its kind.
  private let secret: (_ value: JSONText, _ field: SecretField) -> [UInt8]?

  /// The longest name of an unknown member that the core repeats in its answer.
  private static let longestName = 64

  /// A mask.
  init(
    limits: Limits = Limits(), secret: @escaping (_ value: JSONText, _ field: SecretField) -> [UInt8]?
  ) {
    methods = ScreenServer.parameterSchemas.mapValues { $0.mapValues(MaskRule.init) }
    events = Dictionary(AppCore.screens.map { ($0.name, MaskRule($0.events)) }) { _, last in last }
    parameters = Dictionary(AppCore.screens.map { ($0.name, MaskRule($0.parameters)) }) { _, last in last }
    self.limits = limits
    self.secret = secret
  }

  /// The rewritten text of a message that the strict scanner has passed, on one line.
  func text(of message: ArraySlice<UInt8>) -> [UInt8] {
    let message = JSONText(scanned: message)
    guard message.kind == .array else { return request(message) }
    var text: [UInt8] = []
    var separator = UInt8(ascii: "[")
    for element in message.elements.prefix(limits.batch + 1) {
      text.append(separator)
      text += request(element)
      separator = UInt8(ascii: ",")
    }
    return text.isEmpty ? Array("[]".utf8) : text + "]".utf8
  }

  /// A request, a notification, or what is none. The order of the checks is the dispatcher's.
  private func request(_ message: JSONText) -> [UInt8] {
    guard message.kind == .object else { return Array("0".utf8) }
    var members: [String: JSONText] = [:]
    for member in message.members { members[member.name.string ?? ""] = member.value }
    if members["method"] == nil, members["result"] != nil || members["error"] != nil {
      return Array(#"{"result":0}"#.utf8)
    }
    var text = Array("{".utf8)
    if let id = members["id"] {
      switch id.kind {
      case .boolean, .object, .array: return Array(#"{"id":true}"#.utf8)
      case .string where id.bytes.count - 2 > limits.id, .number where id.bytes.count > limits.id:
        return Array("{\"id\":\"\(String(repeating: "x", count: limits.id + 1))\"}".utf8)
      default: text += #""id":"#.utf8 + id.bytes
      }
    }
    if members["jsonrpc"]?.string == "2.0" {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += #""jsonrpc":"2.0""#.utf8
      if let method = members["method"]?.string { call(method, members["params"], &text) }
    }
    return text + "}".utf8
  }

  private func call(_ method: String, _ params: JSONText?, _ text: inout [UInt8]) {
    let rules = methods[method]
    text += #","method":"#.utf8
    text += (rules == nil ? "" : method).json
    guard let params else { return }
    text += #","params":"#.utf8
    switch params.kind {
    case .object where rules == nil: text += "{}".utf8
    case .object: arguments(method, params, rules ?? [:], &text)
    case .array:
      var elements = params.elements
      text += elements.next() == nil ? "[]".utf8 : "[0]".utf8
    case .null: text += "null".utf8
    default: text += "0".utf8
    }
  }

  private func arguments(
    _ method: String, _ params: JSONText, _ rules: [String: MaskRule], _ text: inout [UInt8]
  ) {
    var rules = rules
    var field = SecretField(instance: "", event: "", isConditional: false)
    for member in params.members {
      guard let value = member.value.string else {
        if member.name.isString("ifRev"), !member.value.isNull { field.isConditional = true }
        continue
      }
      if method == "screen/open", member.name.isString("screen") {
        rules["params"] = parameters[value]
      } else if member.name.isString("instance"), rules["instance"] != nil {
        // NB: what an instance is told that is not open has no effect, so the name alone decides: a batch may open it.
        let rule = ScreenServer.screenName(ofInstance: value).flatMap { events[$0] }
        if rule == nil { rules["instance"] = .kindAlone }
        if method == "screen/send" { rules["event"] = rule }
        field.instance = value
      }
    }
    object(params, rules, field, &text)
  }

  private func object(
    _ value: JSONText, _ rules: [String: MaskRule], _ field: SecretField, _ text: inout [UInt8]
  ) {
    var separator = UInt8(ascii: "{")
    for member in value.members {
      let name = member.name.string ?? ""
      text.append(separator)
      let isTold = rules[name] != nil || name.utf8.count <= Self.longestName
      text += (isTold ? name : standIn(for: name, in: value, rules)).json
      text.append(UInt8(ascii: ":"))
      write(member.value, rules[name] ?? .kindAlone, field, &text)
      separator = UInt8(ascii: ",")
    }
    text += separator == UInt8(ascii: "{") ? "{}".utf8 : "}".utf8
  }

  /// A name that is too long to be repeated: before all others or behind them, as of several unknown names the first
  /// in order is the one that counts.
  private func standIn(for name: String, in object: JSONText, _ rules: [String: MaskRule]) -> String {
    let unknown = object.members.map { $0.name.string ?? "" }.filter { rules[$0] == nil }
    return String(repeating: unknown.min() == name ? "\0" : "\u{10FFFF}", count: Self.longestName + 1)
  }

  private func write(_ value: JSONText, _ rule: MaskRule, _ field: SecretField, _ text: inout [UInt8]) {
    let kind = value.kind
    switch rule {
    case .values(let kinds) where kinds.contains(kind): text += value.bytes
    case .words(let words) where value.string.map(words.contains) == true: text += value.bytes
    case .object(let rules) where kind == .object: object(value, rules, field, &text)
    case .cases(let cases) where kind == .object: event(value, cases, field, &text)
    case .secret:
      if let marker = secret(value, field) { text += marker } else { fallthrough }
    default:
      kind.standIn.withUTF8Buffer { text += $0 }
    }
  }

  private func event(
    _ value: JSONText, _ cases: [String: [String: MaskRule]], _ field: SecretField, _ text: inout [UInt8]
  ) {
    // NB: without a type that is known, the core looks at nothing else.
    guard let type = value["type"] else {
      text += "{}".utf8
      return
    }
    guard let name = type.string, let rules = cases[name] else {
      text += #"{"type":"#.utf8
      type.kind.standIn.withUTF8Buffer { text += $0 }
      text += "}".utf8
      return
    }
    var field = field
    field.event = name
    object(value, rules, field, &text)
  }
}
