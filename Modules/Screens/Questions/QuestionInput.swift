import Descriptions

/// What is asked with a question.
struct QuestionInput: Sendable {
  /// A value, and its JSON.
  struct Form: Sendable {
    let value: any Sendable
    let json: [UInt8]
  }

  let whole: Form
  /// The same without what is private in it.
  let rest: Form
  let hasPrivateParts: Bool

  init<Input: Sendable>(_ input: Input, _ codec: Codec<Input>) {
    whole = Form(value: input, json: codec.json(input))
    hasPrivateParts = codec.hasPrivateMembers
    let rest = hasPrivateParts ? codec.hidingPrivateMembers(input) : input
    self.rest = hasPrivateParts ? Form(value: rest, json: codec.json(rest)) : whole
  }
}
