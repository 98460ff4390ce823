// A view makes lines, and a front has a display and a source of lines: one import is enough.
@_exported public import Terminal
