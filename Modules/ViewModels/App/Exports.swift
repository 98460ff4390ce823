// A front needs these modules for what it passes in and reads out, so one import is enough.
@_exported public import Formatting
@_exported public import Models
@_exported public import Screens
@_exported public import Services
@_exported public import Streams
@_exported public import StreamsExtras
