public import JSON

extension Array: Described where Element: Described {
  public static var shape: Shape {
    Element.self is any ListRow.Type ? .rows(Element.shape, identity: "id") : .list(Element.shape)
  }
  public static var hasPrivateFields: Bool { Element.hasPrivateFields }
  public var hidingPrivateFields: [Element] { Self.hasPrivateFields ? map(\.hidingPrivateFields) : self }
}

extension Array: JSONReadable where Element: JSONReadable {
  public static var example: [Element] { [] }

  public init?(_ json: JSONText) {
    guard json.kind == .array else { return nil }
    self = []
    for element in json.elements {
      guard let value = Element(element) else { return nil }
      append(value)
    }
  }
}
