import ExpectSupport
import Testing

@testable import Stdio

/// The client for Python, with the built program. It needs Python 3 and nothing else.
@Suite(.ownThreads) struct PythonClientTests {
  private let folder: ClientFolder

  init() throws { folder = try ClientFolder(.python) }

  @Test func `keeps its promises`() throws {
    let ending = try folder.start("check", Child.program.path, folder.path("scripted_core.py")).end()
    expectEqual(
      ending,
      Child.Ending(
        code: 0,
        output: """
          an event changes the state
          states have types
          the phases of a purchase are told apart
          a listener gets the current state and later ones
          a listener may send events
          a listener may close the core
          a listener that raises stops nothing
          threads call at the same time
          the application hides the balance
          the app speaks another language
          a screen is left
          a closed screen is gone
          an event for an old state is refused
          an event that the state does not allow is refused
          patches give the same states
          secrets stay inside
          handlers answer the app
          a handler that raises is a failure of the service
          an answer that has no form is a failure of the service
          a request that the app drops is not answered
          a handler gets the secret and its input hides it
          a core that asks for no services is an error
          a coroutine function answers a program without a loop
          coroutines answer the app
          a process that the core leaves behind delays no end
          closing ends the core
          a program that does not close the core ends as well
          a core that cannot start is an error
          a newer core is understood
          files go in chunks
          the app closes a screen
          a program with another protocol fails loudly
          a core that dies fails every call
          a core that hangs is reported
          a core that answers heartbeats lives
          the reason of an end is told
          two hundred kills in mid call fail the call

          """))
  }

  @Test func `a front shows balance and registration`() throws {
    let front = try folder.start("front", Child.program.path, "--latency", "1")
    SampleFront.check(front)
  }

  @Test func `a front does not show a secret that is typed`() throws {
    let ending = try folder.start("front", Child.program.path, inTerminal: "sesame-7").end()
    expectEqual(ending.code, 0)
    #expect(ending.output.contains("registration: The account harry was created."))
    #expect(!ending.output.contains("sesame"))
  }
}
