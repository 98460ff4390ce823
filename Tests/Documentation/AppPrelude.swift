// The names that the examples of the app's modules use; `check` compiles them together.
import Dispatch
import Foundation
import Models
import Services
import Streams
import StreamsExtras

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The type whose methods are the examples.
final class Page {}
