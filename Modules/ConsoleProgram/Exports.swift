// A program needs an app, and may have views: one import is enough.
@_exported public import Programs
@_exported public import Screens
@_exported public import TextUI
