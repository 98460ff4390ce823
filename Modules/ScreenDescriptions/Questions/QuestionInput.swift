internal import Descriptions

/// What is asked with a question.
package struct QuestionInput: Sendable {
  /// A value, and its JSON.
  package struct Form: Sendable {
    package let value: any Sendable
    package let json: [UInt8]
  }

  package let whole: Form
  /// The same without what is private in it.
  package let rest: Form
  package let hasPrivateParts: Bool

  init<Input: Sendable>(_ input: Input, _ codec: Codec<Input>) {
    whole = Form(value: input, json: codec.json(input))
    hasPrivateParts = codec.hasPrivateMembers
    let rest = hasPrivateParts ? codec.hidingPrivateMembers(input) : input
    self.rest = hasPrivateParts ? Form(value: rest, json: codec.json(rest)) : whole
  }
}
