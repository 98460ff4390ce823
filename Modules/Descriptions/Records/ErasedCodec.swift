extension Codec where Value: Sendable {
  /// The same codec, of values whose type its caller does not know. A value of another type stops the program.
  package var erased: Codec<any Sendable> {
    let codec = self
    @Sendable func typed(_ value: any Sendable) -> Value {
      guard let value = value as? Value else { preconditionFailure("A value is no \(Value.self).") }
      return value
    }
    @Sendable func hide(_ value: any Sendable) -> any Sendable { codec.hidingPrivateMembers(typed(value)) }
    return Codec<any Sendable>(
      shape: { codec.shape }, read: { codec.read($0) },
      write: { codec.write(typed($0), to: &$1, includingSecrets: $2) }, secrets: { codec.secrets(in: typed($0)) },
      hide: codec.hasPrivateMembers ? hide : nil, record: nil)
  }
}
