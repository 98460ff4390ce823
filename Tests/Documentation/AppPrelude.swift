// The names that the examples of the app's modules use; `check` compiles them together.
import Dispatch
import Foundation
import Models
import Recording
import Services
import Streams
import StreamsExtras
import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The type whose methods are the examples.
final class Page {}
