// A type that describes itself is read from JSON and written to it, so one import is enough.
@_exported public import JSON
