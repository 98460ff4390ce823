import Foundation
import Testing

@testable import ServerSupport

#if !os(Windows)
  /// What the sample page says to the bridge. Its script runs in Node.js, where there is one, with stand-ins for a browser.
  @Suite(.enabled(if: hasNode, "Node.js runs the page's script")) struct SamplePageTests {
    /// The page's elements, its stream of states and its calls, which wait for the test to answer them.
    private static let browser = """
      const page = require("fs").readFileSync(process.argv[1], "utf8");
      const elements = {}, calls = [], answers = [];
      const settle = () => new Promise(setImmediate);
      const answerAll = async () => {
        for (await settle(); answers.length; await settle()) answers.shift()({ json: async () => ({}) });
      };
      const told = () => calls.splice(0).map(({ method, params }) =>
        `${params.instance ?? method} ${params.event.type} ${params.event.text ?? ""}`.trim());
      const document = {
        hidden: false, activeElement: null,
        getElementById: id => elements[id] ??= { value: "", textContent: "" },
      };
      const fetch = (path, request) => {
        calls.push(JSON.parse(request.body));
        return new Promise(resolve => answers.push(resolve));
      };
      let updates;
      class EventSource { constructor() { updates = this; } }
      const type = (id, text) => {
        elements[id].value = text;
        elements[id].oninput({ target: elements[id] });
      };
      const state = (screen, state) =>
        updates.onmessage({ data: JSON.stringify({ screen, instance: screen, rev: 1, state }) });
      const form = {
        username: "", usernameText: null, passwordText: null, createEnabled: false, resultText: null,
        resultTone: "regular",
      };
      const open = () => new Function("document", "fetch", "EventSource", page.match(/<script>(.*)<\\/script>/s)[1])(
        document, fetch, EventSource);

      """

    private func outcome(of script: String) throws -> Child.Ending {
      let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Apps/Stdio/Samples/page.html").standardizedFileURL
      return try Child(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        ["node", "-e", Self.browser + "(async () => {\n\(script)\n})()", page.path]
      ).end()
    }

    @Test func `sends typed text in order, one call at a time`() throws {
      let outcome = try outcome(
        of: """
          open(); state("registration", form); await answerAll(); told();
          for (const text of ["m", "me", "mer"]) type("usernameChanged", text);
          await settle();
          console.log(calls.length);
          await answerAll();
          console.log(told().join());
          """)
      #expect(
        outcome
          == Child.Ending(
            code: 0,
            output:
              "1\nregistration usernameChanged m,registration usernameChanged me,registration usernameChanged mer\n"))
    }

    @Test func `continues after a call that fails`() throws {
      let outcome = try outcome(
        of: """
          open(); state("registration", form); await answerAll(); told();
          type("usernameChanged", "m"); type("usernameChanged", "me");
          await settle();
          answers.shift()({ json: () => Promise.reject(new Error("gone")) });
          process.on("unhandledRejection", () => {});
          await answerAll();
          console.log(told().join());
          """)
      #expect(
        outcome
          == Child.Ending(code: 0, output: "registration usernameChanged m,registration usernameChanged me\n"))
    }

    @Test(arguments: [(false, "app/send didBecomeActive"), (true, "")])
    func `a loaded page reports whether it is visible`(isHidden: Bool, told: String) throws {
      let outcome = try outcome(
        of: "document.hidden = \(isHidden); open(); await answerAll(); console.log(told().join());")
      #expect(outcome == Child.Ending(code: 0, output: told + "\n"))
    }

    @Test func `a reloaded page shows the name and clears the passwords`() throws {
      let outcome = try outcome(
        of: """
          open(); await answerAll(); told();
          state("registration", { ...form, username: "me", createEnabled: true });
          state("registration", { ...form, username: "me" });
          await answerAll();
          console.log(elements.usernameChanged.value);
          console.log(told().join());
          """)
      #expect(
        outcome
          == Child.Ending(code: 0, output: "me\nregistration passwordChanged,registration passwordAgainChanged\n"))
    }

    @Test func `does not replace a name while it is typed`() throws {
      let outcome = try outcome(
        of: """
          open(); state("registration", form);
          document.activeElement = elements.usernameChanged;
          type("usernameChanged", "me");
          state("registration", { ...form, username: "m" });
          console.log(elements.usernameChanged.value);
          """)
      #expect(outcome == Child.Ending(code: 0, output: "me\n"))
    }

    @Test func `clears the passwords of a created account, keeps its message`() throws {
      let outcome = try outcome(
        of: """
          open(); state("registration", form); await answerAll();
          type("passwordChanged", "sesame-7"); type("passwordAgainChanged", "sesame-7"); await answerAll();
          const created = { ...form, username: "me", resultText: "The account me was created." };
          state("registration", created);
          console.log(elements.passwordChanged.value + elements.passwordAgainChanged.value);
          told(); open(); await answerAll(); told();
          state("registration", created); await answerAll();
          console.log(told().length, elements.result.textContent);
          """)
      #expect(outcome == Child.Ending(code: 0, output: "\n0 The account me was created.\n"))
    }
  }

  private let hasNode = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/node") }
#endif
