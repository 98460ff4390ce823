/// A type that describes itself in one word and hides its contents from mirrors.
@usableFromInline
package protocol CustomDescribed: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}

extension CustomDescribed {
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
  public var playgroundDescription: Any { description }
}
