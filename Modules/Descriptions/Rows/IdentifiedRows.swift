import JSON

/// A list of rows with identities, or none.
protocol IdentifiedRows {
  /// The type of the identities.
  static var identityType: Any.Type { get }
  /// Whether a row has this identity.
  func containsRow(_ identity: Any) -> Bool
  /// The value of a field of the row with this identity; `nil` if the row or the field is missing.
  func value(of name: String, ofRow identity: Any) -> Any?
  /// The type of the rows' field with this name; `nil` if no field has the name.
  static func valueType(of name: String) -> Any.Type?
  /// The identities that several rows have.
  var repeatedIdentities: [String] { get }
}

extension Array: IdentifiedRows where Element: ListRow {
  static var identityType: Any.Type { Element.ID.self }

  func containsRow(_ identity: Any) -> Bool {
    (identity as? Element.ID).flatMap { index(ofRow: $0) } != nil
  }

  func value(of name: String, ofRow identity: Any) -> Any? {
    guard let identity = (identity as? Element.ID).map(ExactIdentity.init) else { return nil }
    return first { ExactIdentity($0.id) == identity }.flatMap { Element.fields.value(of: name, in: $0) }
  }

  static func valueType(of name: String) -> Any.Type? { Element.fields.valueType(of: name) }

  var repeatedIdentities: [String] {
    var seen: Set<ExactIdentity<Element.ID>> = []
    return map(\.id).filter { !seen.insert(ExactIdentity($0)).inserted }.map {
      String(decoding: $0.json, as: UTF8.self)
    }
  }
}

extension Array where Element: ListRow {
  /// The index of the row with this identity; `nil` if there is none.
  package func index(ofRow identity: Element.ID) -> Int? {
    // NB: a search by `==` takes ten times as long. It finds the identities that are the same and not copies.
    if let index = Element.fields.indexOfCopy(of: identity, in: self) { return index }
    // NB: in place. A row that is copied is retained part by part, and a list has 10,000 of them.
    return withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { return nil }
      let identity = ExactIdentity(identity)
      for index in 0..<rows.count where ExactIdentity(first[index].id) == identity { return index }
      return nil
    }
  }
}

extension Optional: IdentifiedRows where Wrapped: IdentifiedRows {
  static var identityType: Any.Type { Wrapped.identityType }
  func containsRow(_ identity: Any) -> Bool { self?.containsRow(identity) ?? false }
  func value(of name: String, ofRow identity: Any) -> Any? { self?.value(of: name, ofRow: identity) }
  static func valueType(of name: String) -> Any.Type? { Wrapped.valueType(of: name) }
  var repeatedIdentities: [String] { self?.repeatedIdentities ?? [] }
}

extension Fields {
  /// What an optional text holds; `nil` also if no such field has this name.
  package func optionalText(_ name: String, in owner: Owner) -> String? {
    indices[name].map { sorted[$0].value(owner) } as? String
  }

  /// Whether a field with this name is an optional text; `nil` if no field has the name.
  package func isOptionalText(_ name: String) -> Bool? { valueType(of: name).map { $0 == String?.self } }

  /// The type of a field; `nil` if no field has the name.
  fileprivate func valueType(of name: String) -> Any.Type? { indices[name].map { sorted[$0].valueType } }

  /// The value of a field; `nil` if no field has the name.
  package func value(of name: String, in owner: Owner) -> Any? { indices[name].map { sorted[$0].value(owner) } }

  /// Whether a list has a row with this identity, or this text; `nil` if no list has this name.
  package func containsRow(_ identity: Any, in name: String, of owner: Owner) -> Bool? {
    let list = value(of: name, in: owner)
    if let texts = list as? [String], let text = identity as? String {
      return texts.contains { ExactIdentity($0) == ExactIdentity(text) }
    }
    return (list as? any IdentifiedRows)?.containsRow(identity)
  }

  /// The value of an optional text of a row; `nil` also if the list, the row or the text is missing.
  package func optionalText(_ name: String, ofRow identity: Any, in rows: String, of owner: Owner) -> String? {
    value(of: name, ofRow: identity, in: rows, of: owner) as? String
  }

  /// Whether a Boolean of a row is true; `nil` if the list, the row or the Boolean is missing.
  package func boolean(_ name: String, ofRow identity: Any, in rows: String, of owner: Owner) -> Bool? {
    value(of: name, ofRow: identity, in: rows, of: owner) as? Bool
  }

  private func value(of name: String, ofRow identity: Any, in rows: String, of owner: Owner) -> Any? {
    (indices[rows].map { sorted[$0].value(owner) } as? any IdentifiedRows)?.value(of: name, ofRow: identity)
  }

  /// The type of a field of a list's rows; `nil` if the list or the field is missing.
  package func valueType(of name: String, ofRowsIn rows: String) -> Any.Type? {
    (valueType(of: rows) as? any IdentifiedRows.Type)?.valueType(of: name)
  }

  /// Whether a Boolean is true; `nil` if no Boolean has the name.
  package func boolean(_ name: String, in owner: Owner) -> Bool? {
    indices[name].map { sorted[$0].value(owner) } as? Bool
  }

  /// The type of the identities of a list's rows, or that of its texts; `nil` if no list has this name.
  package func identityType(_ name: String) -> Any.Type? {
    if valueType(of: name) == [String].self { return String.self }
    return (valueType(of: name) as? any IdentifiedRows.Type)?.identityType
  }

  /// The index of the owner that has a copy of an identity.
  fileprivate func indexOfCopy<ID>(of identity: ID, in owners: [Owner]) -> Int? {
    guard let index = indices["id"], sorted[index].property == "id", sorted[index].valueType == ID.self,
      let range = sorted[index].range
    else { return nil }
    return withUnsafePointer(to: identity) { identity in
      owners.withUnsafeBytes { owners in
        MemoryRanges.firstIndex(of: identity, range, in: owners, stride: MemoryLayout<Owner>.stride)
      }
    }
  }

  /// Writes the value of a field.
  func write(_ name: String, of owner: Owner, to writer: inout JSONWriter) {
    if let index = indices[name] { withUnsafePointer(to: owner) { sorted[index].write($0, &writer) } }
  }

  /// Whether a field is private.
  package func isPrivate(_ name: String) -> Bool { indices[name].map { sorted[$0].member.isPrivate } ?? false }

  /// Whether a field of a list's rows is private, or the list is.
  package func isPrivate(_ name: String, ofRowsIn rows: String) -> Bool {
    guard let list = indices[rows].map({ sorted[$0].member }) else { return false }
    guard !list.isPrivate, case .rows(let row, _) = list.shape.unwrapped else { return list.isPrivate }
    return row.members.first { $0.name == name }?.isPrivate ?? false
  }

  /// Whether a field has this name.
  package func hasField(_ name: String) -> Bool { indices[name] != nil }
}
