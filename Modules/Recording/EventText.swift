import JSON
import Models
import ViewModels

extension ScreenEvent {
  /// The event as JSON, `{"type":…}`, with `mask` applied to a secret.
  ///
  /// The name of an event is that of its case, and its schema names the member for the case's value. A value that cannot
  /// be written, and every secret that is not a password, is left out.
  func text(mask: (Password, _ event: String) -> [UInt8]) -> [UInt8] {
    let payload = Mirror(reflecting: self).children.first
    let name = payload?.label ?? String(describing: self)
    var writer = JSONWriter()
    writer.object { writer in
      if let payload, let (member, isSecret) = Self.member(of: name) {
        if let secret = payload.value as? Password {
          writer.name(member)
          writer.raw(mask(secret, name))
        } else if !isSecret, let value = payload.value as? any JSONWritable {
          writer.member(member, value)
        }
      }
      writer.member("type", name)
    }
    return writer.bytes
  }

  private static func member(of event: String) -> (name: String, isSecret: Bool)? {
    guard case .array(let cases)? = schema["oneOf"] else { return nil }
    for case .object(let properties)? in cases.map({ $0["properties"] })
    where properties["type"]?["const"] == .string(event) {
      guard let member = properties.first(where: { $0.key != "type" }) else { return nil }
      return (member.key, member.value["x-secret"] == true)
    }
    return nil
  }
}

extension ScreenParameters {
  /// The parameters as JSON, from their properties.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for property in Mirror(reflecting: self).children {
        guard let name = property.label, let value = property.value as? any JSONWritable else { continue }
        writer.member(name, value)
      }
    }
    return writer.bytes
  }
}
