@_exported public import Requests
// A screen needs these modules for its description and its pipelines, so one import is enough.
@_exported public import ScreenDescriptions
@_exported public import Storage
@_exported public import Streams
@_exported public import StreamsExtras
@_exported public import Words
