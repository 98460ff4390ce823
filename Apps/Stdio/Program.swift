import ClientGenerator
import FrontOptions
import ScreenServer
import Serving
import ViewModels

/// The program, and the documents that it alone prints.
enum Program {
  /// What the program is called, on the wire as well.
  static let name = "tributary-stdio"
  /// The program's version, on the wire as well.
  static let number = "0.1.0"

  private static let importGoesWithTypeScript = Words.text("--import goes with --client typescript.")

  static let server = ServerProgram(
    name, version: number,
    about: Words.text("Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends."),
    app: .tributary,
    documents: [
      .init(
        [
          CommandOption(
            "--client", .choice("LANGUAGE", ClientLanguage.allCases.map(\.rawValue)),
            Words.text("print a client for \"python\", \"typescript\" or \"swift\": one file, without dependencies")),
          CommandOption(
            "--import", .text("PATH"),
            Words.text(
              "with --client typescript, print the types of the screens alone, for the store of the web front at PATH, such as ./store.js"
            )),
        ], incomplete: importGoesWithTypeScript
      ) { front, values throws(OptionError) in
        guard let language = values["--client"].flatMap(ClientLanguage.init(rawValue:)) else { return nil }
        guard let path = values["--import"] else {
          return language.client(
            of: AppCore.screens, services: front.app.services, name: front.name, version: front.version)
        }
        guard language == .typescript else { throw OptionError(importGoesWithTypeScript) }
        return StoreTypes.source(of: front.app, name: front.name, version: front.version, import: path)
      },
      .init(
        CommandOption("--openrpc", Words.text("print the OpenRPC document, which \"rpc.discover\" answers as well"))
      ) { front, _ in
        ScreenServer.openRPC(
          name: front.name, version: front.version, screens: AppCore.screens, services: front.app.services,
          questions: front.app.questions
        ).text
      },
      .init(
        CommandOption(
          "--schema", Words.text("print the JSON Schemas of states, events and operations, as one document"))
      ) { front, _ in
        ScreenServer.schema(
          name: front.name, version: front.version, screens: AppCore.screens, services: front.app.services
        ).text
      },
      .init(
        CommandOption("--screens", Words.text("print what each screen shows and takes, as Markdown"))
      ) { front, _ in
        ScreenReference(of: AppCore.screens, command: "\(front.name) --screens").text
      },
    ],
    sections: [
      .init(
        Words.text("Exit status"),
        Words.text(
          """
          The exit code is 0 after the end of the input, a signal, or "shutdown" and "exit"; 1 after "exit" alone, or when \
          the input cannot be read, the output or the recording cannot be written, or the framing is lost; 2 for wrong options, a recording \
          that cannot be written or read, a folder of "--state" or a path of "--listen" that cannot be used, or a path of \
          "--attach" at which no process listens; 3 when \
          replies are lost because 64 MiB of them wait unread, or because nothing is read for 2 s at the end. Of a replay \
          it is 0 if all states are equal, 1 if one differs, and 4 if the recording is cut off.
          """))
    ])
}

extension JSON {
  /// The document as text.
  fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
