// A service is a few lines over a request, so one import is enough.
@_exported public import HTTP
