// A program needs an app: one import is enough.
@_exported public import Programs
@_exported public import Screens
