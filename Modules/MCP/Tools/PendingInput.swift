import JSON

/// The calls of the newer era that wait for a person: the client calls the tool again with the state that it was given.
@MainActor final class PendingInputs {
  /// A call that waits, or has waited, for a person.
  final class Input {
    let tool: String
    /// The arguments of the call, in one notation.
    let arguments: [UInt8]
    let elicitation: Elicitation
    let answer: ToolAnswer
    /// Whether the question has an answer.
    var isUsed = false

    init(tool: String, arguments: [UInt8], _ elicitation: Elicitation, _ answer: ToolAnswer) {
      self.tool = tool
      self.arguments = arguments
      self.elicitation = elicitation
      self.answer = answer
    }
  }

  private var inputs: [(state: String, input: Input)] = []

  /// How many are kept; the oldest are forgotten.
  private static let limit = 256

  /// Keeps a call.
  ///
  /// - Returns: A name for it that cannot be guessed.
  func add(_ input: Input) -> String {
    var generator = SystemRandomNumberGenerator()
    let state = (0..<2).map { _ in String(generator.next(), radix: 36) }.joined(separator: "-")
    if inputs.count >= Self.limit { inputs.removeFirst() }
    inputs.append((state, input))
    return state
  }

  /// The call of a name, if it is one of this tool with these arguments.
  func input(_ state: String, tool: String, arguments: [UInt8]) -> Input? {
    inputs.first { $0.state.hasSameBytes(as: state) && $0.input.tool == tool && $0.input.arguments == arguments }?.input
  }
}
