import Screens

/// A field of a described value of any type.
struct StateField {
  let member: Shape.Member
  private let read: (any DescribedObject) -> Any?

  /// The fields of a value in the order of its description.
  static func all(of object: any DescribedObject) -> [StateField] {
    func fields<Object: DescribedObject>(of _: Object) -> [StateField] { all(Object.self) }
    return fields(of: object)
  }

  private static func all<Object: DescribedObject>(_: Object.Type) -> [StateField] {
    Object.fields.declared.map { field in
      StateField(member: field.member) { object in (object as? Object).map { field.value($0) } }
    }
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
