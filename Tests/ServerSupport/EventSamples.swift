import Descriptions
import ViewModels

/// An event of each kind that a screen has, with every text, word, number and switch filled in.
func eventSamples(_ events: Shape, text: String) -> [String] {
  events.events.map { event in
    var members: [String: JSON] = ["type": .string(event.name)]
    for member in event.members {
      members[member.name] =
        switch member.shape {
        case .choice(let choice): .string(choice.words[0])
        case .boolean: true
        case .integer: 1
        default: .string(text)
        }
    }
    return String(decoding: JSON.object(members).json, as: UTF8.self)
  }
}
