// A description needs these modules, so one import is enough.
@_exported public import Descriptions
@_exported public import Words
