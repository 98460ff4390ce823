import Descriptions

/// What kind of front it is.
public enum FrontKind: String, CaseIterable, Described, Sendable {
  /// Code in the process of the app that has attached no front.
  case host
  /// A prompt, or another front in lines of text.
  case prompt
  /// A page in a browser.
  case page
  /// A program.
  case client
  /// An assistant, which has fewer rights than a person's front.
  case assistant

  /// Whether a person uses it, directly or by a program.
  public var isPerson: Bool { self != .assistant }
}

/// Identifies a front of an app: its kind and a number that no other front of the app has or will have.
public struct FrontID: Hashable, Sendable, CustomStringConvertible {
  /// The kind.
  public let kind: FrontKind
  /// The number: 1 for the first front that is attached, 0 for the host.
  public let number: Int

  /// Code in the process of the app that has attached no front, as in `app.open(.counter)`.
  public static let host = FrontID(.host, 0)

  /// Creates an identification.
  public init(_ kind: FrontKind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  /// Reads a description, such as `page-2`; `nil` for any other text.
  public init?(parsing text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = FrontKind(rawValue: String(parts[0])), let number = Int(parts[1]), number >= 0
    else {
      return nil
    }
    self.init(kind, number)
  }

  /// The kind and the number, such as `page-2`.
  public var description: String { "\(kind.rawValue)-\(number)" }
}
