import JSON
import Screens

/// The documents about an app that its servers share. Each is made once for a language.
///
/// The servers of a process that serve one app, or apps of one definition, share it.
@MainActor package final class ServedDocuments {
  private struct Key: Hashable {
    let name: String
    let localization: AppLocalization
  }

  private var documents: [Key: JSONText] = [:]

  /// How many documents are kept. A client may name any language.
  private static let limit = 16

  package nonisolated init() {}

  /// A document, with what people read in it in the language of an app. It is made unless it is kept.
  ///
  /// - Parameters:
  ///   - name: The name of the document, and of what it depends on beside the definition and the language.
  ///   - app: The app.
  ///   - make: Makes the document in English.
  func document(_ name: String, of app: AppCore, make: () -> JSON) -> JSONText {
    let key = Key(name: name, localization: app.localization)
    if let document = documents[key] { return document }
    let isEnglish = app.localization.language == .english
    let document = JSONText(scanned: (isEnglish ? make() : make().said(in: app.environment.words)).json[...])
    if documents.count >= Self.limit { documents = [:] }
    documents[key] = document
    return document
  }
}
