// A transport needs JSON-RPC's `Output`, and the closure that makes the app needs the screens: one import is enough.
@_exported public import JSON
@_exported public import JSONRPC
@_exported public import Screens
