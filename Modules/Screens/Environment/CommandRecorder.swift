/// Records what a front in lines of text does: its commands, and the lines that it prints.
///
/// `Recorder` of the module `Recording` is one, and a `TextFront` of `TextUI` records to any.
@MainActor public protocol CommandRecorder: AnyObject {
  /// Begins a turn of the front. A turn that is still open ends.
  func beginTurn()
  /// Ends the turn, and records the states that have changed.
  func endTurn()
  /// Begins a turn with a command, whose printed lines are recorded with it.
  func beginCommand()
  /// Records the command line of the turn and ends it; `nil` for a command that failed.
  func performed(_ command: String?)
  /// Records a line that the front prints.
  func print(_ line: String)
}
