/// What describes itself in a word, and shows nothing of its inside.
@usableFromInline package protocol Named: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
{}

extension Named {
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
  public var playgroundDescription: Any { description }
}
