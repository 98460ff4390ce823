public import Descriptions
public import Words

/// How an entry stands, in words and with a tone, as a row shows it.
extension OutboxEntry {
  /// How it stands; `nil` if it was sent.
  public var status: LocalizedText? {
    switch state {
    case .waiting: heldBy == nil ? Words.text("Waiting") : Words.text("Waits for the one before it")
    case .sending: Words.text("Sending")
    case .perhapsSent: needsDecision ? Words.text("Perhaps sent. Send it again?") : Words.text("Perhaps sent")
    case .refused(let error): Words.text("Not sent: \(error.text)")
    case .sent: nil
    }
  }

  /// How good that is.
  public var tone: Tone {
    switch state {
    case .waiting, .perhapsSent: .caution
    case .sending, .sent: .neutral
    case .refused: .negative
    }
  }

  /// Why it is not sent again if a person asks for it; `nil` if it is.
  public var retryDisabledReason: LocalizedText? {
    switch state {
    case .sending: Words.text("It is being sent.")
    case .sent: Words.text("It was sent.")
    case .waiting, .perhapsSent, .refused: nil
    }
  }

  /// Why it is neither edited nor dropped; `nil` if it can be, see ``isEditable``.
  public var editDisabledReason: LocalizedText? {
    switch state {
    case .waiting, .refused: nil
    case .sending, .perhapsSent: Words.text("It may have been sent.")
    case .sent: Words.text("It was sent.")
    }
  }
}
