/// What the command line says.
struct Options {
  /// How long to run.
  var seconds = 60
  /// The first seed.
  var from: UInt64 = 0
  /// The one seed to play and show.
  var seed: UInt64?
  /// The names of the operators to take; all where it is empty.
  var operators: [String] = []
  /// How many operators a chain has at most.
  var length = 6

  /// A part of the reasons of the exclusions to leave out.
  var included: String?

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--from": from = rest.popFirst().flatMap { UInt64($0) } ?? 0
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) }
      case "--only": operators = rest.popFirst()?.split(separator: ",").map(String.init) ?? []
      case "--length": length = rest.popFirst().flatMap { Int($0) } ?? 6
      case "--include": included = rest.popFirst()
      default: seconds = Int(word) ?? seconds
      }
    }
  }
}
