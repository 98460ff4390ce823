// Operations have files, so one import is enough.
@_exported public import Files
