import Streams
import StreamsSupport

/// Combine's API, overload by overload: each call has the labels, the parameters and the result of Combine's.
///
/// The tests compare the type of a result and do not annotate it, so that the compiler chooses the overload.
enum Signatures {
  typealias Ints = PassthroughSubject<Int, Oops>
  typealias SafeInts = PassthroughSubject<Int, Never>
  typealias Texts = PassthroughSubject<String, Oops>

  struct OtherError: Error {}

  static func type<P: Publisher, Q: Publisher>(of publisher: P, is type: Q.Type) -> Bool { P.self == Q.self }
}
