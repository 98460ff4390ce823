import CInterface
public import CTributary
import FrontOptions
import ViewModels

/// `tributary_create` of `tributary.h`, for this app.
@_cdecl("tributary_create")
public func create(
  _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  _ context: UnsafeMutableRawPointer?
) -> tributary_core {
  CCore.create(Front("tributary", version: "0.1.0", app: .tributary), options, onFrame, onEnd, context)
}
