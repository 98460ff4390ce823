/// An operator, a subject or another origin whose costs are measured: a row of the page "What it costs".
public struct Cost {
  /// The name of the public declaration that it is about, and what distinguishes it from other rows of the same one.
  public let name: String
  public let variant: String
  /// A pipeline that sends a number of values; absent where there is none before the values.
  public let values: (() -> (Int) -> Void)?
  /// The same with a subscriber that asks for one value at a time.
  public let countedValues: (() -> (Int) -> Void)?
  /// Makes a pipeline, sends it two values and ends it, a number of times.
  public let lives: (Int) -> Void

  public init(
    name: String, variant: String, values: (() -> (Int) -> Void)?, countedValues: (() -> (Int) -> Void)?,
    lives: @escaping (Int) -> Void
  ) {
    self.name = name
    self.variant = variant
    self.values = values
    self.countedValues = countedValues
    self.lives = lives
  }

  public var title: String { variant.isEmpty ? name : "\(name), \(variant)" }
}
