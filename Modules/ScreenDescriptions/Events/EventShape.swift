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

extension EventShape {
  /// The values of the case; `nil` if the event is of another case, or its values of other types.
  func values<each Value>(of name: String) -> (repeat each Value)? {
    guard self.name == name, let payload else { return nil }
    var elements = TupleElements(Mirror(reflecting: payload).children.map(\.value))
    do { return (repeat try elements.next((each Value).self)) } catch { return nil }
  }
}

/// The elements of a tuple whose type is not known, one after the other.
private struct TupleElements {
  private struct Mismatch: Error {}

  private var rest: ArraySlice<Any>

  init(_ elements: [Any]) { rest = elements[...] }

  mutating func next<Element>(_: Element.Type) throws -> Element {
    guard let element = rest.popFirst() as? Element else { throw Mismatch() }
    return element
  }
}
