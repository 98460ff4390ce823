package import JSON

/// An identity, or a text, as JSON tells it apart, whichever way its type compares it.
package struct ExactIdentity<ID: Hashable & JSONWritable & Sendable>: Hashable, Sendable {
  package let id: ID

  package init(_ id: ID) { self.id = id }

  package static func == (one: Self, other: Self) -> Bool {
    // NB: most identities are numbers, and writing them takes longer than all the rest.
    one.id == other.id && (ID.self == Int.self || one.id.hasSameJSON(as: other.id))
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
