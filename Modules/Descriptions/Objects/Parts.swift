import JSON

/// The described objects in a value, of each list the first hundred.
private func describedObjects(in value: Any) -> [any DescribedObject] {
  if let object = value as? any DescribedObject { return [object] }
  guard let container = value as? any Container, innermostType(of: type(of: value)) is any DescribedObject.Type else {
    return []
  }
  return container.contents.prefix(100).flatMap(describedObjects)
}

// What `check` of Screens looks at.
extension Fields {
  /// The types of the values, without the arrays and optional values around them.
  package var valueTypes: [any Described.Type] {
    sorted.compactMap { innermostType(of: $0.valueType) as? any Described.Type }
  }

  /// The described objects in a value's fields, of each list the first hundred.
  package func objects(in owner: Owner) -> [any DescribedObject] {
    sorted.flatMap { describedObjects(in: $0.value(owner)) }
  }

  /// What is wrong with the identities of rows in a value's lists, in sentences.
  package func identityMistakes(in owner: Owner) -> [String] {
    sorted.flatMap { field in
      let repeated = (field.value(owner) as? any IdentifiedRows)?.repeatedIdentities ?? []
      return repeated.prefix(1).map { "two rows of \"\(field.name)\" have the identity \($0)." }
    }
  }
}

extension DescribedObject {
  /// What is wrong with the description of a row's identity, in a sentence; nothing for another object.
  package static var identityMistakes: [String] {
    guard self is any ListRow.Type, !fields.hasField("id") else { return [] }
    return ["it has no field \"id\", by which a list knows its rows."]
  }

  /// What is wrong with the identity of a row, in a sentence; nothing for another object.
  package var identityMistakes: [String] {
    guard let row = self as? any ListRow, Self.fields.hasField("id") else { return [] }
    var writer = JSONWriter()
    Self.fields.write("id", of: self, to: &writer)
    return writer.bytes == row.identityJSON ? [] : ["the field \"id\" is not the identity."]
  }
}

extension ListRow {
  fileprivate var identityJSON: [UInt8] { id.json }
}
