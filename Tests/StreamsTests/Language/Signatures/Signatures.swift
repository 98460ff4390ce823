import Streams
import StreamsSupport

/// Combine's names, overload by overload: each call has the labels, the parameters and the result of Combine's.
///
/// NB: a result is compared and not annotated, so what is checked is what the compiler chooses by itself.
enum Signatures {
  typealias Ints = PassthroughSubject<Int, Oops>
  typealias SafeInts = PassthroughSubject<Int, Never>
  typealias Texts = PassthroughSubject<String, Oops>

  struct OtherError: Error {}

  static func type<P: Publisher, Q: Publisher>(of publisher: P, is type: Q.Type) -> Bool { P.self == Q.self }
}
