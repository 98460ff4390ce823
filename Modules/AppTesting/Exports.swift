// A test of a view model needs these modules as well, so one import is enough.
@_exported public import Screens
@_exported public import StreamsTesting
