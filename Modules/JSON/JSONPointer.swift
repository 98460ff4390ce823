/// A path to a value in a JSON text (RFC 6901).
///
/// ```swift
/// JSONPointer("event", "a/b").appending(3).description  // "/event/a~1b/3"
/// ```
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer's text; empty for the whole document.
  public private(set) var description = ""

  /// The pointer that follows these member names, from the outermost on. Without a name it is the whole document.
  public init(_ names: String...) { self.init(names) }

  /// The pointer that follows these member names, from the outermost on.
  public init(_ names: [String]) {
    for name in names { self = appending(name) }
  }

  /// The pointer to a member of the value at this pointer.
  public func appending(_ name: String) -> JSONPointer {
    var longer = self
    longer.description += "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": longer.description += "~0"
      case "/": longer.description += "~1"
      default: longer.description.unicodeScalars.append(scalar)
      }
    }
    return longer
  }

  /// The pointer to an element of the value at this pointer.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The pointer that goes on from this one along another.
  public func appending(_ pointer: JSONPointer) -> JSONPointer {
    var longer = self
    longer.description += pointer.description
    return longer
  }
}
