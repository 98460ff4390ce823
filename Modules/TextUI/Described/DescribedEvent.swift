import Screens

/// An event as a control of the screen.
struct DescribedEvent {
  /// The event as one of the screen itself.
  let shape: Shape.Event
  private let event: Shape.FlatEvent

  init(_ event: Shape.FlatEvent) {
    self.event = event
    shape = event.shape
  }

  private var name: String { shape.name }

  /// The names that the fields of the parts around the event begin with.
  var parts: [String] {
    event.owners.compactMap(\.part).reduce(into: []) { names, part in
      names.append((names.last ?? "").joined(with: part))
    }
  }

  /// The state's field that the event is about.
  var field: String? { shape.field }

  /// Whether the event says what a field holds.
  var isEdit: Bool {
    shape.members.count == 1 && (shape.rows == nil || shape.isChoice) && (field != nil || Self.edits(name) != nil)
  }

  /// The name of the control: "refresh" of "refreshButtonWasTapped".
  var controlName: String {
    if isEdit { return field ?? Self.edits(name) ?? name }
    return name.withoutTap
  }

  /// What an event changes by its name: "title" of "titleChanged" and "titleWasChanged".
  private static func edits(_ name: String) -> String? {
    for end in ["WasChanged", "Changed"] where name.hasSuffix(end) && name.count > end.count {
      return String(name.dropLast(end.count))
    }
    return nil
  }

  /// The event in JSON.
  func json(_ values: [String: [UInt8]]) -> [UInt8] { event.json { values[$0] } }
}
