// A route is of an operation or a feed, so one import is enough.
@_exported public import Requests
