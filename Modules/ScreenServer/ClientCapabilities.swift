/// What a client has said that it accepts.
struct ClientCapabilities {
  /// Updates that are patches.
  var patches = false
  /// Which front has caused an update.
  var causes = false
}
