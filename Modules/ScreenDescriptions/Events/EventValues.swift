public import Descriptions

/// The name of the member of an event that holds a value of this type.
public typealias EventMemberName<Value> = String

extension EventCase {
  /// Describes an event with several values. A secret among them has a placeholder in its place in a recording.
  ///
  /// ```swift
  /// enum ReviewEvent: ScreenEvent {
  ///   case reviewWasWritten(id: Int, rating: Double, text: String)
  ///
  ///   static let cases: [EventCase<ReviewEvent>] = [
  ///     EventCase(reviewWasWritten, members: ("id", "rating", "text"), "The user reviewed a book.")
  ///   ]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - event: The case of the event's enumeration.
  ///   - members: The names of the members that hold the values, in the order of the values.
  ///   - name: The name in JSON; by default, that of the case.
  ///   - about: The event in a sentence, for people.
  ///   - extract: The values of an event of this kind, and `nil` of another. By default, the runtime takes them from the case.
  public init<each Value: JSONReadable>(
    _ event: @escaping @Sendable (repeat each Value) -> Event, members: (repeat EventMemberName<each Value>),
    name: String? = nil, _ about: String, extract: (@Sendable (Event) -> (repeat each Value)?)? = nil
  ) {
    let caseName = EventShape(event(repeat (each Value).example))?.name ?? ""
    let name = name ?? caseName
    let extract: @Sendable (Event) -> (repeat each Value)? = extract ?? { EventShape($0)?.values(of: caseName) }
    var shapes: [Shape.Member] = []
    var types: [Any.Type] = []
    var mistakes: [String] = []
    for (member, type) in repeat (each members, (each Value).self) {
      shapes.append(Shape.Member(member, type.shape))
      types.append(type)
      guard !(type is any JSONWritable.Type), !(type is any Secret.Type) else { continue }
      mistakes.append("the value of \"\(member)\" cannot be written: it needs JSONWritable.")
    }
    self.init(
      Parts(
        shape: Shape.Event(name, about: about, shapes), valueTypes: types,
        value: { event in
          guard let values = extract(event) else { return nil }
          for value in repeat each values { return value }
          return nil
        },
        read: { (json: Members) throws(InputError) in
          event(repeat try json.require(each members, (each Value).self))
        },
        matches: { extract($0) != nil },
        write: { event, writer, placeholder in
          guard let values = extract(event) else { return false }
          var parts = [(name: "type", json: name.json)]
          for (member, value) in repeat (each members, each values) {
            parts.append((member, Self.json(of: value) { placeholder($0, name) }))
          }
          writer.object { writer in
            for part in parts.sorted(by: { $0.name < $1.name }) {
              writer.name(part.name)
              writer.raw(part.json)
            }
          }
          return true
        },
        sample: { event(repeat (each Value).example) }, mistakes: mistakes))
  }

  private static func json(of value: some JSONReadable, _ placeholder: (any Secret) -> [UInt8]) -> [UInt8] {
    if let secret = value as? any Secret { return placeholder(secret) }
    return (value as? any JSONWritable)?.json ?? JSON.null.json
  }
}
