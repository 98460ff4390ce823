public import CTributary
import Dispatch
import Locking
public import Programs
import ScreenServer
import Words

/// The cores that C has made, by number.
///
/// The library of an app defines `tributary_create` with `create`; the other functions of `tributary.h` are
/// here.
public enum CCore {
  private struct Table {
    var count: tributary_core = 0
    var cores: [tributary_core: Entry] = [:]
    /// Whether the descriptions of the library's app are known to be right.
    var isChecked = false
  }

  struct Entry {
    var hosted: HostedFront
    var isEnded = false
  }

  /// Makes the core of a number.
  private typealias Maker = @MainActor @Sendable (tributary_core) throws(OptionError) -> HostedCore

  private static let table = LockedValue(Table())
  /// The cores that are made.
  @MainActor private static var made: [tributary_core: HostedCore] = [:]

  /// Makes a core for `tributary_create`, whose arguments are passed on. Any thread may call it.
  ///
  /// ```swift
  /// @_cdecl("tributary_create")
  /// public func create(
  ///   _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
  ///   _ context: UnsafeMutableRawPointer?
  /// ) -> tributary_core {
  ///   CCore.create(Front("library", version: "1.0", app: .library), options, onFrame, onEnd, context)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - front: the name, the version and the app of the library.
  ///   - protocols: protocols beside that of `ScreenServer`, by the names that the option `protocol` takes. For example, with
  ///     the modules MCP and Programs, a protocol for assistants with the options of every program:
  ///
  ///         ["mcp": HostedProtocol(options: AssistantOptions.declared) { values in
  ///           let options = AssistantOptions(values)
  ///           return { output, session, makeApp in
  ///             let server = options.serve(front, session, output, makeApp)
  ///             return HostedSession(server.session, keeping: server) { server.detach() }
  ///           }
  ///         }]
  ///   - options: the options as JSON.
  ///   - onFrame: receives the frames.
  ///   - onEnd: is told of the end.
  ///   - context: is passed to both.
  /// - Returns: the core's number, or 0 if an option or a description of the app is wrong, there is no `onFrame`, or the process was forked;
  ///   `tributary_last_error` says why.
  public static func create(
    _ front: @autoclosure () -> Front, protocols: @autoclosure () -> [String: HostedProtocol] = [:],
    _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?, _ onEnd: tributary_on_end?,
    _ context: UnsafeMutableRawPointer?
  ) -> tributary_core {
    // NB: before any lock, which another thread of the parent may have held.
    guard tributary_use() == 0 else { return 0 }
    let (front, protocols) = (front(), protocols())
    return number { words throws(OptionError) in
      let text = options.map(bytes(of:)) ?? Array("{}".utf8)
      words = front.words(CoreOptions.language(text), environment: [:])
      try check(front.app)
      let callbacks = try Callbacks(onFrame, onEnd, context)
      let hosted = HostedFront(front: front, protocols: protocols)
      let arguments = try CoreOptions.arguments(text, of: hosted)
      _ = try CoreOptions(arguments, of: hosted)
      return try add(hosted, callbacks) { number throws(OptionError) in
        try HostedCore(number, hosted, arguments, callbacks)
      }
    }
  }

  /// Checks the descriptions of the library's app, once: it takes a millisecond, and at first eight.
  private static func check(_ app: AppDefinition) throws(OptionError) {
    guard !table.withLock({ $0.isChecked }) else { return }
    let mistakes = app.check()
    guard mistakes.isEmpty else { throw OptionError(mistakes.map(\.description).joined(separator: " ")) }
    table.withLock { $0.isChecked = true }
  }

  /// Makes a core that is another front of the app of one.
  static func attach(
    to other: tributary_core, _ options: UnsafePointer<CChar>?, _ onFrame: tributary_on_frame?,
    _ onEnd: tributary_on_end?, _ context: UnsafeMutableRawPointer?
  ) -> tributary_core {
    guard tributary_use() == 0 else { return 0 }
    return number { _ throws(OptionError) in
      let callbacks = try Callbacks(onFrame, onEnd, context)
      guard let hosted = table.withLock({ $0.cores[other]?.hosted }) else { throw OptionError(noCoreText) }
      let arguments = try CoreOptions.arguments(options.map(bytes(of:)) ?? Array("{}".utf8), of: hosted)
      let options = try CoreOptions(attaching: arguments, of: hosted)
      // One that was made on another thread may not have been handed over yet.
      let isMade = tributary_is_loading_thread() && MainActor.assumeIsolated { made[other] != nil }
      return try add(hosted, callbacks, atOnce: isMade) { number throws(OptionError) in
        guard let core = made[other] else { throw OptionError(noCoreText) }
        return HostedCore(number, beside: core, options.makeSession, callbacks)
      }
    }
  }

  /// The number of a core; 0, with a last error, if it cannot be made.
  ///
  /// - Parameter make: makes the core, and sets the words in which an error is said.
  private static func number(_ make: (inout Words) throws(OptionError) -> tributary_core) -> tributary_core {
    var words = Words.english
    do throws(OptionError) {
      return try make(&words)
    } catch {
      tributary_set_last_error(error.messageInC(words))
      return 0
    }
  }

  /// Gives a core a number, and makes it: at once on the thread that loaded the library, and from another one when that runs what
  /// is due.
  private static func add(
    _ hosted: HostedFront, _ callbacks: Callbacks, atOnce: Bool = tributary_is_loading_thread(), _ make: @escaping Maker
  ) throws(OptionError) -> tributary_core {
    let number = table.withLock { table in
      table.count += 1
      table.cores[table.count] = Entry(hosted: hosted)
      return table.count
    }
    if atOnce {
      if let error = MainActor.assumeIsolated({ failure(of: make, number) }) {
        _ = remove(number)
        throw error
      }
    } else {
      DispatchQueue.main.async {
        guard isPresent(number), failure(of: make, number) != nil else { return }
        end(number)
        callbacks.end(2)
      }
    }
    return number
  }

  /// Makes a core, or returns why it cannot be made.
  @MainActor private static func failure(of make: Maker, _ number: tributary_core) -> OptionError? {
    do throws(OptionError) {
      made[number] = try make(number)
      return nil
    } catch {
      return error
    }
  }

  /// Sends bytes, in a process that was not forked.
  static func send(_ number: tributary_core, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let entry = table.withLock({ $0.cores[number] }) else { return noCore() }
    guard !entry.isEnded else { return fail(TRIBUTARY_ENDED, "The session has ended, and reads no more.") }
    let copy = [UInt8](bytes)
    DispatchQueue.main.async { made[number]?.receive(copy) }
    return Int32(TRIBUTARY_OK)
  }

  static func runDue() -> Int32 {
    let use = tributary_use()
    guard use == 0 else { return use }
    guard tributary_is_loading_thread() else {
      return fail(TRIBUTARY_WRONG_THREAD, "What is due runs on the thread that loaded the library.")
    }
    tributary_run_main_queue()
    return Int32(TRIBUTARY_OK)
  }

  static func destroy(_ number: tributary_core) -> Int32 {
    let use = tributary_use()
    guard use == 0 else { return use }
    guard remove(number) else { return noCore() }
    // NB: in a callback, the core is at work and is freed later.
    if tributary_is_loading_thread() {
      MainActor.assumeIsolated {
        made[number]?.silence()
        if !Callbacks.isRunning { free(number) }
      }
    }
    DispatchQueue.main.async { free(number) }
    return Int32(TRIBUTARY_OK)
  }

  /// Notes that a session has ended.
  static func end(_ number: tributary_core) { table.withLock { $0.cores[number]?.isEnded = true } }

  static func fail(_ code: Int, _ text: String) -> Int32 {
    tributary_set_last_error(text)
    return Int32(code)
  }

  private static let noCoreText = "There is no such core: it was destroyed, or never made."

  private static func noCore() -> Int32 { fail(TRIBUTARY_NO_CORE, noCoreText) }

  /// The bytes of a text that ends with a zero.
  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }

  private static func remove(_ number: tributary_core) -> Bool {
    table.withLock { $0.cores.removeValue(forKey: number) != nil }
  }

  private static func isPresent(_ number: tributary_core) -> Bool {
    table.withLock { $0.cores[number] != nil }
  }

  @MainActor private static func free(_ number: tributary_core) {
    made.removeValue(forKey: number)?.close()
  }
}
