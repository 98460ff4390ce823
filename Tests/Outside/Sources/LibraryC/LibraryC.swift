import CInterface
public import CTributary
import Library
import Programs

private let front = Front("library", version: "1.0", app: .library)

/// `tributary_create` of `tributary.h`, for the library.
@_cdecl("tributary_create")
public func create(
  _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  _ context: UnsafeMutableRawPointer?
) -> tributary_core {
  CCore.create(front, options, onFrame, onEnd, context)
}
