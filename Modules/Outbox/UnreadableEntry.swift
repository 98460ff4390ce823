import JSON
import Storage

/// An entry of an outbox that this version cannot read: one of a newer version, or with a member of another type. Its file and the copies
/// of its files stay as they are, and what comes after it waits until a person decides.
struct UnreadableEntry: Equatable, Sendable {
  /// What a person decides.
  enum Decision: Sendable {
    /// It stays, and the others go on without it.
    case skip
    /// It is removed, and so are its files.
    case drop
  }

  let number: Int
  /// The lane that waits; `nil` if it cannot be read, and all do.
  let lane: String?
  /// The copies of its files, as far as they can be read.
  let copies: [String]
  var isSkipped: Bool

  /// The name of its stored value.
  var name: String { "entry-\(number)" }

  /// What is wrong, in a sentence.
  var problem: String {
    let start = "The outbox keeps \(name), which this version cannot read. "
    if isSkipped { return start + "It is skipped." }
    return start
      + (lane == nil
        ? "What was added later waits until it is skipped or discarded."
        : "Its lane waits until it is skipped or discarded.")
  }

  /// Whether an entry waits for it.
  func stops(_ record: OutboxRecord) -> Bool {
    !isSkipped && number < record.number && (lane == nil || lane == record.lane)
  }
}

extension UnreadableEntry {
  init(_ number: Int, _ json: JSONText?, isSkipped: Bool) {
    self.number = number
    lane = json?["lane"]?.string
    copies = json?["files"]?.elements.compactMap { $0["name"]?.string } ?? []
    self.isSkipped = isSkipped
  }
}

extension StorageKey<[Int]> {
  /// The numbers of the entries that cannot be read and are skipped.
  static var skippedEntries: StorageKey {
    StorageKey("skipped-entries") { json in
      json.elements.compactMap { $0.integer() }
    } write: { numbers, writer in
      writer.array { for number in numbers { $0.write(number) } }
    }
  }
}

/// What the storage of an account's entries has.
struct StoredEntries {
  var records: [OutboxRecord] = []
  var unreadable: [UnreadableEntry] = []
  /// The highest number of any entry, the damaged ones included.
  var lastNumber = 0

  init(_ storage: Storage) {
    let skipped = (try? storage.value(for: .skippedEntries)) ?? []
    let damaged = storage.damagedFiles.compactMap { StorageKey<OutboxRecord>.number(ofEntry: $0.name) }
    let numbers = storage.names.compactMap(StorageKey<OutboxRecord>.number(ofEntry:)).sorted()
    lastNumber = (numbers + damaged).max() ?? 0
    for number in numbers {
      let record = (try? storage.value(for: .entry(number))) ?? nil
      if let record, record.number == number {
        records.append(record)
      } else {
        let json = storage.json(named: StorageKey<OutboxRecord>.entry(number).name)
        unreadable.append(UnreadableEntry(number, json, isSkipped: skipped.contains(number)))
      }
    }
  }
}
