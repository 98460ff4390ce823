/// What a value means to people, beyond its type: a title, a failure, the progress of something.
///
/// A front shows a role in its manner. One that does not know it shows the value as its type says. A role is one of values of a
/// kind, so one that does not fit its property does not compile.
///
/// ```swift
/// struct Upload: DescribedObject {
///   var name: String
///   var sent: Double?
///   var message: String?
///
///   static let fields: Fields<Upload> = [
///     Field(\.name, "The file.", as: .title),
///     Field(\.sent, "How much is sent.", as: .progress),
///     Field(\.message, "Why it failed.", as: .failure),
///   ]
/// }
/// ```
///
/// | values | roles |
/// |---|---|
/// | texts and choices, `Role<String>` | `title`, `subtitle`, `note`, `failure`, `success`, `longText`, `code`, `search`, `userName`, `emailAddress`, `oneTimeCode`; `status` by ``Field/shownAsStatus(tone:)`` |
/// | secrets, `Role<any Secret>` | `existingSecret`, `newSecret` |
/// | integers, `Role<Int>` | `count`, `badge`, and those of numbers |
/// | other numbers, `Role<Double>` | `percent`, `progress`, `duration` |
/// | Booleans, `Role<Bool>` | `activity` |
/// | dates, `Role<Date>` | `relativeTime` |
///
/// A type of its own needs no role where it has a meaning by itself: money, a date, a ``Link``, a ``RichText``, a ``Series``.
/// More roles may be added.
public struct Role<Values>: Sendable {
  /// The role in a description.
  package let role: Shape.Role

  package init(_ role: Shape.Role) { self.role = role }
}

extension Role where Values == String {
  /// What the whole thing is called: a heading, or the name of a row.
  public static var title: Role { Role(.title) }
  /// What stands below a title, smaller.
  public static var subtitle: Role { Role(.subtitle) }
  /// An explanation beside the rest.
  public static var note: Role { Role(.note) }
  /// Why something went wrong. A front says it at once, and as a failure.
  public static var failure: Role { Role(.failure) }
  /// What went well, such as what was bought. A front says it at once, and not as a failure.
  public static var success: Role { Role(.success) }
  /// Several lines.
  public static var longText: Role { Role(.longText) }
  /// Text of a program, in letters of one width.
  public static var code: Role { Role(.code) }
  /// What is looked for.
  public static var search: Role { Role(.search) }
  /// The name with which a person signs in.
  public static var userName: Role { Role(.userName) }
  /// An e-mail address.
  public static var emailAddress: Role { Role(.emailAddress) }
  /// A code that is used once, such as one from a text message.
  public static var oneTimeCode: Role { Role(.oneTimeCode) }
}

extension Role where Values == any Secret {
  /// A password that exists. It is what a secret is without a role.
  public static var existingSecret: Role { Role(.existingSecret) }
  /// A password that is chosen now.
  public static var newSecret: Role { Role(.newSecret) }
}

extension Role where Values == Int {
  /// How many there are.
  public static var count: Role { Role(.count) }
  /// How many wait for the person, as a small number beside a name; 0 is not shown.
  public static var badge: Role { Role(.badge) }
}

extension Role where Values: Numeric {
  /// A part of a hundred: 0.25 is 25 %.
  public static var percent: Role { Role(.percent) }
  /// How much is done, from 0 to 1; `nil` while nothing is known about it, or nothing is going on.
  public static var progress: Role { Role(.progress) }
  /// A span of time in seconds.
  public static var duration: Role { Role(.duration) }
}

extension Role where Values == Link {
  /// The address of a picture. A ``Picture`` has it beside the words for those who do not see it.
  static var image: Role { Role(.image) }
}

extension Role where Values == Bool {
  /// Whether work goes on. A front shows it as activity, and not as a word; a field `isBusy` has this role without being told.
  public static var activity: Role { Role(.activity) }
}
