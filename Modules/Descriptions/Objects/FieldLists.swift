extension Field {
  /// The property, a list of rows, with what people know of it beyond the rows.
  ///
  ///     Field(\.messages, "What was written.")
  ///       .shownAsList(emptyText: "Nothing was written yet.", anchoredAt: .end)
  ///
  /// - Parameters:
  ///   - emptyText: What stands in place of the rows while there are none, in a sentence.
  ///   - edge: Where the list begins when it is shown, and stays while rows come in.
  ///   - order: The field with the order that the person has chosen.
  ///   - count: The field with the words for how many rows there are, such as "200 of 10,000".
  public func shownAsList(
    emptyText: String? = nil, anchoredAt edge: ListDescription.Edge = .start,
    orderedBy order: PartialKeyPath<Owner>? = nil, countedBy count: PartialKeyPath<Owner>? = nil
  ) -> Field {
    shownAsList(emptyText, columns: [], edge, order, count, own: nil)
  }

  /// The property, a list of rows, with what people know of it beyond the rows, and its columns.
  ///
  ///     Field(\.books, "The books.")
  ///       .shownAsList(emptyText: "There are no books.", columns: [\Book.author, \.price], orderedBy: \.order)
  ///
  /// - Parameters:
  ///   - emptyText: What stands in place of the rows while there are none, in a sentence.
  ///   - columns: The row's properties that stand in columns of their own, behind its title.
  ///   - edge: Where the list begins when it is shown, and stays while rows come in.
  ///   - order: The field with the order that the person has chosen.
  ///   - count: The field with the words for how many rows there are, such as "200 of 10,000".
  ///   - own: The row's Boolean that says that the person has written it, as in a conversation.
  public func shownAsList<Row: ListRow>(
    emptyText: String? = nil, columns: [PartialKeyPath<Row>], anchoredAt edge: ListDescription.Edge = .start,
    orderedBy order: PartialKeyPath<Owner>? = nil, countedBy count: PartialKeyPath<Owner>? = nil,
    own: KeyPath<Row, Bool>? = nil
  ) -> Field {
    func name(_ property: PartialKeyPath<Row>) -> String { Row.fields.name(of: property) ?? "" }
    return shownAsList(emptyText, columns: columns.map(name), edge, order, count, own: own.map(name))
  }

  private func shownAsList(
    _ emptyText: String?, columns: [String], _ edge: ListDescription.Edge, _ order: PartialKeyPath<Owner>?,
    _ count: PartialKeyPath<Owner>?, own: String?
  ) -> Field {
    with { member in
      // NB: the fields of the owner are being made, so that the property names itself.
      func name(_ property: PartialKeyPath<Owner>) -> String { DescribedProperty.nameOfStoredProperty(property) ?? "" }
      member.list = ListDescription(
        emptyText: emptyText, columns: columns, edge: edge, order: order.map(name), section: member.list?.section,
        count: count.map(name), own: own)
    }
  }

  /// The property, a list of rows, with a heading over the rows that follow each other and have one value, such as their day.
  ///
  ///     Field(\.orders, "The orders, the newest first.").sectioned(by: \OrderRow.placed)
  ///
  /// The heading is the value as people read it: of an instant, its day. Apart from an instant, the row does not show it
  /// again. The rows are in its order.
  ///
  /// - Parameter property: The row's property, a text, a choice or a date.
  public func sectioned<Row: ListRow>(by property: PartialKeyPath<Row>) -> Field {
    with { member in
      var list = member.list ?? ListDescription()
      list.section = Row.fields.name(of: property) ?? ""
      member.list = list
    }
  }
}

extension Fields {
  /// What is wrong with the descriptions of lists, in sentences.
  var listMistakes: [String] {
    declared.flatMap { field -> [String] in
      guard let list = field.member.list else { return [] }
      guard case .rows(.record(let row), _) = field.member.shape.unwrapped else {
        return ["the field \"\(field.name)\" is shown as a list, and has no rows with identities."]
      }
      let names = Set(row.members.map(\.name))
      var mistakes: [String] = []
      if !list.columns.allSatisfy(names.contains) {
        mistakes.append("the list \"\(field.name)\" has a column that is in no field of its rows.")
      }
      if let section = list.section, row.members.first(where: { $0.name == section })?.shape.isHeading != true {
        mistakes.append(
          "the list \"\(field.name)\" has sections by what is no text, choice or date in a field of its rows.")
      }
      if let order = list.order, !declared.contains(where: { $0.name == order }) {
        mistakes.append("the list \"\(field.name)\" is ordered by a property that is in no field.")
      }
      if let count = list.count, !declared.contains(where: { $0.name == count }) {
        mistakes.append("the list \"\(field.name)\" is counted by a property that is in no field.")
      }
      if let own = list.own, !names.contains(own) {
        mistakes.append("the list \"\(field.name)\" says what is the person's own by no field of its rows.")
      }
      return mistakes
    }
  }
}

extension Shape {
  /// Whether a value can be the heading of rows.
  fileprivate var isHeading: Bool {
    switch unwrapped {
    case .text, .date, .choice: true
    default: false
    }
  }
}
