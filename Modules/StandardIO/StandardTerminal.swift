import CStandardIO
public import Dispatch
import LibC

/// The terminal at the standard input and output.
public enum StandardTerminal {
  /// What the terminal does with what the user types.
  public enum Mode: Int, Sendable {
    /// What it did when the process started.
    case original
    /// It shows nothing.
    case hidden
    /// It passes each key at once and shows nothing, and marks pasted texts. Control-\ still ends the process.
    case editing
  }

  /// Sets the mode. Without a terminal it has no effect.
  public static func set(_ mode: Mode) {
    let mode =
      switch mode {
      case .original: standard_io_mode_original
      case .hidden: standard_io_mode_hidden
      case .editing: standard_io_mode_editing
      }
    standard_io_set_terminal_mode(Int32(mode))
  }

  /// Sets the original mode when the process ends or is suspended by a signal, or crashes, or exits. When a suspended
  /// process continues, its mode is set again, because the shell has changed the terminal in between. A signal that the
  /// process ignores stays ignored.
  ///
  /// Call it before the mode is set.
  public static func restoreOnSignals() {
    standard_io_restore_terminal_on_signals()
  }

  /// Suspends the process and its job, as Control-Z does in another mode. Returns when they continue.
  public static func suspendJob() {
    kill(0, SIGTSTP)
  }

  /// The size of the terminal at the standard output.
  public static var size: TerminalSize {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
    return TerminalSize()
  }

  /// Runs `body` on the main queue when the size has changed, and when the process continues. It lasts as long as the
  /// returned source is kept. Call it once.
  public static func onChange(_ body: @escaping @MainActor @Sendable () -> Void) -> (any DispatchSourceRead)? {
    let end = standard_io_watch_terminal()
    guard end >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: end, queue: .main)
    source.setEventHandler {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { while read(end, $0.baseAddress, 64) > 0 {} }
      MainActor.assumeIsolated(body)
    }
    source.resume()
    return source
  }
}
