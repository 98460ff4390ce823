import Chat
import Foundation
import FrontOptions
import Screens
import Serving
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct ChatFront: CoreTextApp {
  let core: AppCore

  var greeting: String? { "A chat of a team. The password is 1234. \"help\" lists the commands." }
}

let front = Front(
  "chat-console", version: "1.0", about: "Shows a chat of a team in lines of text.", app: .chat,
  own: ServingOptions.declared(.besidePrompt))
var serving = ServingOptions()

exit(
  front.start { option, value throws(OptionError) in
    _ = try serving.read(option, value)
    return nil
  } check: { session throws(OptionError) in
    try serving.check(session, .besidePrompt)
  } run: { session in
    let host = CoreHost(front, serving, session)
    do throws(OptionError) {
      if serving.isShared, !CoreHost.hasOwner { try await host.serve() }
      let text = TextFront(ChatFront(core: session.app), opening: "rooms", isShared: serving.isShared)
      if let recorder = session.recorder { text.record(to: recorder) }
      try host.listen()
      await text.run()
      await host.endConnections()
      return text.exitCode
    } catch {
      front.complain(error.message)
      return 2
    }
  })
