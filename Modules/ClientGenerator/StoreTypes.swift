public import ScreenDescriptions

/// The types of an app's screens for the store of the web front, in TypeScript.
///
/// ```ts
/// import { childProcess, Store } from "./store.js";
/// import type { Screens } from "./library.ts";
///
/// const store = new Store<Screens>(childProcess(spawn("library-stdio")));
/// store.screen("book", { id: 7 }).getSnapshot().state?.title;
/// ```
public enum StoreTypes {
  /// The source: one file of types alone, with `Screens` for `Store<Screens>`.
  ///
  /// - Parameters:
  ///   - screens: the screens of the app, and the app itself.
  ///   - name: the name of the program that serves the app.
  ///   - version: the program's version.
  ///   - path: where the store is, as an import of the file names it: `./store.js`.
  public static func source(
    of screens: [ScreenDescription], name: String, version: String, import path: String
  ) -> String {
    let schema = ClientSchema(screens, reserved: TypeScriptClient.typeNames.union(names)) { screen in
      ["\(screen)Event", "\(screen)Parameters"]
    }
    return TypeScriptClient(schema).storeTypes(name: name, version: version, import: path)
  }

  /// The names of the file's own types.
  private static let names: Set<String> = ["AppStore", "Screens", "Store", "Typed"]
}

extension TypeScriptClient {
  /// The types of screens for the store.
  func storeTypes(name: String, version: String, import path: String) -> String {
    let head = """
      // The types of the screens of \(commentText(name)) \(commentText(version)), made by `--client typescript --import`. Do not edit.
      import type { Store } from \(path.quoted);

      /** A member of a variant that this file does not know. */
      export interface UnknownVariant {
        readonly type: string;
      }

      /** What a person typed, in the place of a number, an amount or a date: the app alone reads it, by its locale. */
      export interface Typed {
        readonly typed: string;
      }
      """
    let screens = schema.screens.flatMap { parameters($0) + [events($0)] }
    let entries = schema.screens.map { screen in
      let params = screen.parameters.isEmpty ? "Record<string, never>" : screen.typeName + "Parameters"
      return
        "  \(key(screen.name)): { params: \(params); state: \(screen.state); event: \(screen.typeName)Event };\n"
    }
    let whole = """
      /** The screens by name. NB: no interface, which would not be a `Record`. */
      export type Screens = {
      \(entries.joined())};

      /** A store of this app. */
      export type AppStore = Store<Screens>;
      """
    return ([head] + schema.declarations.map(declaration) + screens + [whole]).joined(separator: "\n\n") + "\n"
  }

  /// What can be sent to a screen.
  private func events(_ screen: ClientSchema.Screen) -> String {
    let variants = screen.events.map { event in
      let about = comment(event.about, "  ")
      return (about.isEmpty ? "" : about + "\n") + "  | \(eventType(event))"
    }
    guard !variants.isEmpty else { return "export type \(screen.typeName)Event = never;" }
    return "export type \(screen.typeName)Event =\n\(variants.joined(separator: "\n"));"
  }

  /// An event, inside of those of the parts that it belongs to.
  private func eventType(_ event: ClientSchema.Event) -> String {
    let identities = Set(event.owners.compactMap(\.identity))
    let own = event.members.filter { !identities.contains($0.name) }.map {
      "\(key($0.name))\($0.isRequired ? "" : "?"): \(sent($0.type))"
    }
    let inner = "{ \((["type: \(event.type.quoted)"] + own).joined(separator: "; ")) }"
    return event.owners.reversed().reduce(inner) { inner, owner in
      let id = event.members.first { $0.name == owner.identity }.map { "id: \(sent($0.type)); " } ?? ""
      return "{ type: \(owner.type.quoted); \(id)event: \(inner) }"
    }
  }

  /// A value as it is sent: where a person types a number or a date, their text goes as it is.
  private func sent(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .integer, .number, .longInteger, .decimal, .date: "\(annotation(type)) | Typed"
    case .optional(let wrapped): "\(sent(wrapped)) | null"
    default: annotation(type)
    }
  }
}
