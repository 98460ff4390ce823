/// What a value means to people, beyond its type: a title, a failure, the progress of something.
///
/// A front shows a role in its manner. One that does not know it shows the value as its type says.
///
/// ```swift
/// struct Upload: DescribedObject {
///   var name: String
///   var sent: Double?
///   var message: String?
///
///   static let fields: Fields<Upload> = [
///     Field(\.name, "The file.").shown(as: .title),
///     Field(\.sent, "How much is sent.").shown(as: .progress),
///     Field(\.message, "Why it failed.").shown(as: .failure),
///   ]
/// }
/// ```
///
/// A type of its own needs no role where it has a meaning by itself: money, a date, a ``Link``, a ``RichText``, a ``Series``.
/// More roles may be added.
public struct Role: Hashable, Sendable, CustomStringConvertible {
  /// The name on the wire.
  public let description: String
  /// What values it goes with.
  let values: Values

  enum Values {
    case texts, integers, numbers, dates, secrets, booleans

    var expectation: String {
      switch self {
      case .texts: "a text"
      case .integers: "an integer"
      case .numbers: "a number"
      case .dates: "a date"
      case .secrets: "a secret"
      case .booleans: "a Boolean"
      }
    }

    func contains(_ shape: Shape) -> Bool {
      switch (self, shape.unwrapped) {
      case (.texts, .text), (.texts, .choice), (.integers, .integer), (.dates, .date), (.secrets, .secret),
        (.booleans, .boolean):
        true
      case (.numbers, .integer), (.numbers, .number), (.numbers, .decimal): true
      default: false
      }
    }
  }

  /// Why the role does not go with values of a shape, as the end of a sentence; `nil` if it does.
  package func mistake(for shape: Shape) -> String? {
    values.contains(shape) ? nil : "has the role \(self), and is not \(values.expectation)"
  }

  private init(_ name: String, _ values: Values) {
    description = name
    self.values = values
  }

  // MARK: Texts

  /// What the whole thing is called: a heading, or the name of a row.
  public static let title = Role("title", .texts)
  /// What stands below a title, smaller.
  public static let subtitle = Role("subtitle", .texts)
  /// An explanation beside the rest.
  public static let note = Role("note", .texts)
  /// Why something went wrong. A front says it at once, and as a failure.
  public static let failure = Role("failure", .texts)
  /// What went well, such as what was bought. A front says it at once, and not as a failure.
  public static let success = Role("success", .texts)
  /// How something stands. The field with its tone is given beside it.
  public static let status = Role("status", .texts)
  /// Several lines.
  public static let longText = Role("longText", .texts)
  /// Text of a program, in letters of one width.
  public static let code = Role("code", .texts)
  /// What is looked for.
  public static let search = Role("search", .texts)
  /// The name with which a person signs in.
  public static let userName = Role("userName", .texts)
  /// An e-mail address.
  public static let emailAddress = Role("emailAddress", .texts)
  /// A code that is used once, such as one from a text message.
  public static let oneTimeCode = Role("oneTimeCode", .texts)

  /// The address of a picture. A ``Picture`` has it beside the words for those who do not see it.
  static let image = Role("image", .texts)

  // MARK: Secrets

  /// A password that exists. It is what a secret is without a role.
  public static let existingSecret = Role("existingSecret", .secrets)
  /// A password that is chosen now.
  public static let newSecret = Role("newSecret", .secrets)

  // MARK: Numbers

  /// How many there are.
  public static let count = Role("count", .integers)
  /// How many wait for the person, as a small number beside a name; 0 is not shown.
  public static let badge = Role("badge", .integers)
  /// A part of a hundred: 0.25 is 25 %.
  public static let percent = Role("percent", .numbers)
  /// How much is done, from 0 to 1; `nil` while nothing is known about it, or nothing is going on.
  public static let progress = Role("progress", .numbers)
  /// A span of time in seconds.
  public static let duration = Role("duration", .numbers)

  // MARK: Booleans

  /// Whether work goes on. A front shows it as activity, and not as a word; a field `isBusy` has this role without being told.
  public static let activity = Role("activity", .booleans)

  // MARK: Dates

  /// An instant as people say it now: "3 minutes ago".
  public static let relativeTime = Role("relativeTime", .dates)
}
