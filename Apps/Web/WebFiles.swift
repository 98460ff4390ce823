import Foundation

/// The files of the front in the browser: the bridge, the page, the store.
///
/// They are a resource of this package, so each program that is built with it finds them where it was built. A program that is copied
/// elsewhere finds what `Apps/Web/install` has put beside it.
package enum WebFiles {
  /// The folder with the files, or all the places where they are not.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - named: a folder of the command line, where they are looked for last.
  package static func find(program: URL? = Bundle.main.executableURL, named: String?) -> (
    folder: String?, places: [String]
  ) {
    let beside = program.map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
    // NB: `Bundle.module` would end the process if the bundle is missing.
    let places =
      (beside.map { beside in
        ["tributary-web", "../lib/tributary-web", "Tributary_WebFiles.resources", "Tributary_WebFiles.bundle"].map {
          beside.appendingPathComponent($0).standardizedFileURL.path
        }
      } ?? []) + (named.map { [URL(fileURLWithPath: $0).standardizedFileURL.path] } ?? [])
    return (places.first { FileManager.default.fileExists(atPath: bridge(in: $0)) }, places)
  }

  /// The bridge's program in the folder of the files.
  package static func bridge(in folder: String) -> String { folder + "/bridge/bridge.py" }
}
