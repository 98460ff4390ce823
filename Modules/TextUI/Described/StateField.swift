import Screens

/// A field of a described value of any type.
struct StateField {
  let member: Shape.Member
  /// The type of the value.
  private let type: Any.Type
  private let read: (any DescribedObject) -> Any?

  /// The fields of a value in the order of its description.
  static func all(of object: any DescribedObject) -> [StateField] {
    func fields<Object: DescribedObject>(of _: Object) -> [StateField] { all(Object.self) }
    return fields(of: object)
  }

  private static func all<Object: DescribedObject>(_: Object.Type) -> [StateField] {
    Object.fields.declared.map { field in
      StateField(member: field.member, type: field.valueType) { object in (object as? Object).map { field.value($0) } }
    }
  }

  /// The fields of a value, with those of its parts in their places: `filterText` for the text of the part `filter`. Parts in
  /// lists stay rows.
  ///
  /// - Parameter events: The events of the value, some of which are its parts'.
  static func expanding(_ fields: [StateField], _ events: [Shape.Event]) -> [StateField] {
    fields.flatMap { field -> [StateField] in
      guard let event = events.first(where: { $0.part == field.name && $0.rows == nil }),
        let object = innermostType(of: field.type) as? any DescribedObject.Type
      else { return [field] }
      return expanding(all(of: object), event.partEvents).map { inner in
        StateField(member: inner.member.inPart(field.name), type: inner.type) { owner in
          field.object(owner).flatMap { inner.read($0) }
        }
      }
    }
  }

  /// The parts of a value that may be missing, by the names that their fields begin with.
  static func optionalParts(_ fields: [StateField], _ events: [Shape.Event]) -> [(name: String, field: StateField)] {
    fields.flatMap { field -> [(name: String, field: StateField)] in
      guard let event = events.first(where: { $0.part == field.name && $0.rows == nil }),
        let object = innermostType(of: field.type) as? any DescribedObject.Type
      else { return [] }
      let inner = optionalParts(all(of: object), event.partEvents).map { inner in
        (
          name: field.name.joined(with: inner.name),
          field: StateField(member: inner.field.member, type: inner.field.type) { owner in
            field.object(owner).flatMap { inner.field.read($0) }
          }
        )
      }
      return (field.member.shape.isOptional ? [(field.name, field)] : []) + inner
    }
  }

  private static func all(of type: any DescribedObject.Type) -> [StateField] {
    func fields<Object: DescribedObject>(_ type: Object.Type) -> [StateField] { all(type) }
    return fields(type)
  }

  var name: String { member.name }

  /// The value in JSON.
  func json(_ object: any DescribedObject) -> JSONText {
    JSONText(scanned: ((read(object) as? any JSONWritable)?.json ?? Array("null".utf8))[...])
  }

  /// The rows of a list, which are written one by one; `nil` if there are none.
  func rows(_ object: any DescribedObject) -> (any StateRows)? { read(object) as? any StateRows }

  /// The value with its own fields; `nil` if there is none, or they are not known.
  func object(_ object: any DescribedObject) -> (any DescribedObject)? { read(object) as? any DescribedObject }

  /// Whether the value is absent.
  func isMissing(_ object: any DescribedObject) -> Bool { self.object(object) == nil }
}

/// A list of which each row can be written alone.
protocol StateRows {
  var count: Int { get }
  /// A row in JSON.
  func json(_ index: Int) -> [UInt8]
}

extension Array: StateRows where Element: JSONWritable {
  func json(_ index: Int) -> [UInt8] { self[index].json }
}
