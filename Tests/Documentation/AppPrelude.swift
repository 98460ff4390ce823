// The names that the examples of the app's modules use; `check` compiles them together.
import AppTesting
import Dispatch
import Foundation
import JSON
import Models
import Services
import Streams
import StreamsExtras
import Testing
import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The type whose methods are the examples.
@MainActor final class Page {}
