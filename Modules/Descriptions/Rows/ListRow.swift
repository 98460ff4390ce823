public import JSON

/// A row of a list: a value with an identity, which is its field `id`.
///
/// ```swift
/// struct BookRow: ListRow {
///   let id: Int
///   var title = ""
///
///   static let fields: Fields<BookRow> = [
///     Field(\.id, "The number of the book."),
///     Field(\.title, "The title."),
///   ]
/// }
/// ```
///
/// An array of rows says so in its schema (`x-identity`). A patch names only the rows that changed, appeared, disappeared or
/// moved. Two rows of a list have different identities.
public protocol ListRow: DescribedObject, Identifiable where ID: JSONReadable & JSONWritable & Hashable & Sendable {}

extension ListRow {
  /// Writes the changes of rows by their identity: in place, added, removed, one moved. After other changes, or if that is
  /// shorter, the array is replaced.
  public static func writeChanges(of rows: [Self], from old: [Self], to patch: inout JSONPatchWriter) {
    let fields = Self.fields
    rows.withUnsafeBufferPointer { rows in
      old.withUnsafeBufferPointer { old in
        RowChanges(rows, old, fields).write(to: &patch)
      }
    }
  }
}
