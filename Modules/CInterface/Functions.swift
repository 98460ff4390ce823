public import CTributary

// The functions of `tributary.h`, which describes them.
// NB: `@usableFromInline` keeps their symbols in an optimized library, and no Swift code sees their names.

@_cdecl("tributary_send")
@usableFromInline func send(_ core: tributary_core, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int32 {
  // NB: before anything that asks Swift's runtime for a type, which another thread of the parent may have locked.
  let use = tributary_use()
  guard use == 0 else { return use }
  // NB: a `size_t` that is greater than `Int.max` arrives as a negative number.
  guard (0...Int(TRIBUTARY_SEND_LIMIT)).contains(count) else {
    return CCore.fail(TRIBUTARY_TOO_LARGE, "One call sends at most \(TRIBUTARY_SEND_LIMIT) bytes.")
  }
  guard bytes != nil || count == 0 else { return CCore.fail(TRIBUTARY_NULL, "bytes is NULL.") }
  return CCore.send(core, UnsafeRawBufferPointer(start: bytes, count: count))
}

@_cdecl("tributary_attach")
@usableFromInline func attach(
  _ core: tributary_core, _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  _ context: UnsafeMutableRawPointer?
) -> tributary_core {
  CCore.attach(to: core, options, onFrame, onEnd, context)
}

@_cdecl("tributary_descriptor")
@usableFromInline func descriptor() -> Int32 { tributary_use() == 0 ? tributary_main_queue_descriptor() : -1 }

@_cdecl("tributary_run_due")
@usableFromInline func runDue() -> Int32 { CCore.runDue() }

@_cdecl("tributary_destroy")
@usableFromInline func destroy(_ core: tributary_core) -> Int32 { CCore.destroy(core) }
