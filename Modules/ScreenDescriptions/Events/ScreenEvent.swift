public import Descriptions

/// What a front reports to a screen: what the user did, not what to do (seed 000).
///
///     enum BookEvent: ScreenEvent {
///       case lendButtonWasTapped
///       case titleChanged(String)
///
///       static let cases: [EventCase<BookEvent>] = [
///         EventCase(.lendButtonWasTapped, "Lend the book."),
///         EventCase(titleChanged, member: "text", "The title's field holds this text."),
///       ]
///     }
///
/// A debug build stops when a screen receives an event that none of the cases describes.
public protocol ScreenEvent: Equatable, Sendable, Described {
  /// The title of the type; by default, the name of the type.
  static var title: String { get }
  /// Every kind of event.
  static var cases: [EventCase<Self>] { get }
}

extension ScreenEvent {
  /// Reads `{"type":…}` and the members that belong to it. Unknown members are refused.
  ///
  /// - Throws: an `InputError` that names the place of the fault and what was expected there, never a value.
  public init(_ json: JSONText) throws(InputError) {
    let members = try Members(json)
    if let type = members["type"] {
      for event in Self.cases where type.isString(event.name) {
        self = try event.read(members)
        return
      }
    }
    _ = try members.require("type", String.self)
    throw InputError(
      .unknownEvent, at: JSONPointer("type"), expected: "one of " + Self.cases.map(\.name).joined(separator: ", "))
  }

  /// The event as JSON, `{"type":…}`; `nil` if none of the cases describes it.
  ///
  /// - Parameter placeholder: The placeholder of a secret in the event of this name. That of an event of a part follows the names
  ///   of the part and, in a list, of its identity: `message/7/codeChanged`.
  public func json(placeholder: (any Secret, _ event: String) -> [UInt8]) -> [UInt8]? {
    for event in Self.cases {
      var writer = JSONWriter()
      if event.write(self, &writer, placeholder) { return writer.bytes }
    }
    return nil
  }

  /// Why a state does not allow the event, by the description of its case: see ``EventCase/disabled(by:)`` and
  /// `EventCase.row(of:)`. A text for people, in English unless the state has said it; `nil` if nothing speaks against the event.
  public func describedRefusal(in state: some ScreenState) -> String? {
    described(in: state)?.text.description
  }

  /// The events of a screen with this state: each event names the field that it is about.
  ///
  /// - Parameter appearance: the event that reports that the screen appeared.
  package static func shape<State: ScreenState>(for _: State.Type, appearance: Self?) -> Shape {
    .events(
      Shape.Events(
        title,
        cases.map { event in
          var shape = event.inferringField { State.fields.hasField($0) }.shape
          if let part = event.parts.part { shape = shape.replacingPart(part.events()) }
          shape.isAppearance = appearance.map(event.matches) == true
          return shape
        }))
  }

  /// Whether one of the cases describes the event.
  package var isDescribed: Bool { Self.cases.contains { $0.matches(self) } }

  public static var title: String { "\(Self.self)" }
  public static var shape: Shape { .events(Shape.Events(title, cases.map(\.shape))) }
}
