public import Descriptions

/// How a feed is. A screen keeps it in its state, to show whether what it shows is up to date.
///
/// What the app has shown stays while a feed is interrupted: a feed that opens again goes on where it was.
public enum FeedCondition: Hashable, Sendable {
  /// A connection is being made.
  case connecting
  /// Elements may come at any time.
  case open
  /// The connection was lost, for this reason; the time until the next try.
  case interrupted(ServiceError, nextTry: Duration)
}

extension FeedCondition {
  /// Whether elements may come at any time.
  public var isOpen: Bool { self == .open }
}

extension FeedCondition: JSONReadable, JSONWritable {
  /// The shape of a condition: `{"kind":"interrupted","nextTry":1500,"reason":{"kind":"timeout"}}`, with milliseconds.
  public static var shape: Shape {
    .record(
      "FeedCondition",
      [
        .init("kind", .choice(.init(nil, ["connecting", "open", "interrupted"]))),
        .init("nextTry", .integer(minimum: 0), isRequired: false),
        .init("reason", ServiceError.shape, isRequired: false),
      ])
  }
  public static var expectation: String { "how a feed is" }
  public static var example: FeedCondition { .interrupted(.timeout, nextTry: .seconds(1)) }

  /// Reads the kind, and for an interruption its reason and the time until the next try.
  public init?(_ json: JSONText) {
    let milliseconds: Int? = json["nextTry"]?.integer()
    switch (json["kind"]?.string, json["reason"].flatMap(ServiceError.init), milliseconds) {
    case ("connecting", _, _): self = .connecting
    case ("open", _, _): self = .open
    case ("interrupted", let reason?, let milliseconds?) where milliseconds >= 0:
      self = .interrupted(reason, nextTry: .milliseconds(milliseconds))
    default: return nil
    }
  }

  /// Writes the kind, and for an interruption its reason and the time until the next try.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .connecting: writer.member("kind", "connecting")
      case .open: writer.member("kind", "open")
      case .interrupted(let reason, let nextTry):
        writer.member("kind", "interrupted")
        writer.member("nextTry", nextTry.wholeMilliseconds)
        writer.member("reason", reason)
      }
    }
  }
}

extension Duration {
  /// The milliseconds, rounded down.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (milliseconds, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? .max : milliseconds + Int(attoseconds / 1_000_000_000_000_000)
  }
}
