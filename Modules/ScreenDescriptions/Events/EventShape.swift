/// The name and the value of an enumeration's case, as the runtime knows them.
package struct EventShape {
  /// The name of the case.
  package let name: String
  let payload: Any?

  /// The shape of a value; `nil` if its type describes itself, so that the runtime's names cannot be told from the type's.
  package init?(_ event: some Any) {
    if event is any CustomStringConvertible || event is any CustomDebugStringConvertible
      || event is any TextOutputStreamable || event is any CustomReflectable
    {
      return nil
    }
    let mirror = Mirror(reflecting: event)
    guard mirror.displayStyle == .enum else { return nil }
    if let payload = mirror.children.first {
      guard let name = payload.label else { return nil }
      self.name = name
      self.payload = payload.value
    } else {
      name = "\(event)"
      payload = nil
    }
  }

  /// The value of the case; `nil` if the event is of another case, or its value of another type.
  func value<Value>(of name: String) -> Value? {
    guard self.name == name, let payload else { return nil }
    if let value = payload as? Value { return value }
    // A value with a label is a tuple of one element.
    return Mirror(reflecting: payload).children.first?.value as? Value
  }
}

extension EventShape {
  /// The name of an event's case; the name of its type if the runtime cannot know it.
  package static func name<Event>(of event: Event) -> String { EventShape(event)?.name ?? "of the type \(Event.self)" }
}
