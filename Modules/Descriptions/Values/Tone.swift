/// How good or bad a status is. A front shows it by a colour and by a word or a sign, never by a colour alone.
public enum Tone: String, CaseIterable, Sendable {
  case neutral
  case positive
  case caution
  case negative
}
