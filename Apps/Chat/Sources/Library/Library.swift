import CInterface
public import CTributary
import Chat
import Programs

private let front = Front("chat", version: "1.0", app: .chat)

/// `tributary_create` of `tributary.h`, for the chat: what a program in C links, and `Tests/Promises/run` drives.
@_cdecl("tributary_create")
public func create(
  _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  _ context: UnsafeMutableRawPointer?
) -> tributary_core {
  CCore.create(front, options, onFrame, onEnd, context)
}
