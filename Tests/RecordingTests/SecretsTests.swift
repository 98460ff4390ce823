import ExpectSupport
import JSON
import Models
import Testing
import ViewModels

@testable import Recording

@MainActor @Suite struct SecretsTests {
  let session = RecordedSession()

  private func password(_ text: String, again: String, on instance: ScreenInstance<RegistrationViewModel>) {
    session.send(.passwordChanged(Password(text)), to: instance)
    session.send(.passwordAgainChanged(Password(again)), to: instance)
  }

  @Test func `a recording contains no password`() async throws {
    let registration = session.open(.registration)
    password("hunter2", again: "hunter3", on: registration)
    let event = #"{"text":"hunter2","type":"passwordChanged"}"#
    session.recorder.turn { _ = try? session.app.instances[0].send(JSONText(scanning: event.utf8)) }
    #expect(!session.recording.contains("hunter"))
    #expect(
      session.lines("event").contains(
        #"{"event":{"text":{"secret":1},"type":"passwordChanged"},"instance":"registration-1"}"#))
    #expect(try await session.replay() == nil)
  }

  @Test func `a replay shows what depends on secrets`() async throws {
    let registration = session.open(.registration)
    session.send(.usernameChanged("ron"), to: registration)
    session.wait(600)
    let typed = [
      ("", ""), ("sesame-7", ""), ("sesame-7", "sesame-8"), ("sesame-7", "sesame-7"), ("letmein", "sesame-7"),
      ("letmein", "LetMeIn"), ("LetMeIn", "LetMeIn"), ("LetMeIn", "qwerty"), ("qwerty", "qwerty"),
      ("caf\u{E9}-9", "cafe\u{301}-9"), ("", ""), ("sesame-7", "sesame-7"),
    ]
    let seen = typed.map { first, second in
      password(first, again: second, on: registration)
      let state = String(decoding: registration.snapshot.state.json, as: UTF8.self)
      return state.contains("too common") ? "common" : state.contains(#""createEnabled":true"#) ? "good" : "bad"
    }
    expectEqual(seen, ["bad", "bad", "bad", "good", "bad", "bad", "common", "bad", "common", "good", "bad", "good"])
    session.send(.createButtonWasTapped, to: registration)
    session.wait(600)
    #expect(session.recording.contains("The account ron was created."))
    for secret in ["sesame", "letmein", "LetMeIn", "qwerty", "caf"] { #expect(!session.recording.contains(secret)) }
    #expect(try await session.replay() == nil)
  }

  @Test func `the common beginning of a secret stays secret`() async throws {
    let registration = session.open(.registration)
    let secret = "dragonfire7"
    for count in 1...secret.count {
      session.send(.passwordAgainChanged(Password(String(secret.prefix(count)))), to: registration)
    }
    for count in 1...secret.count {
      session.send(.passwordChanged(Password(String(secret.prefix(count)))), to: registration)
    }
    #expect(!session.recording.contains("common"))
    #expect(!session.recording.contains("drag"))
    #expect(try await session.replay() == nil)
  }
}
