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

  /// The folder of pages that an app has beside its program, such as `shop.pages` of `shop-console`, also where it is a resource of a Swift
  /// package; `nil` if it has none. The bridge finds that of a program that it starts in the same way.
  package static func pages(of program: URL? = Bundle.main.executableURL) -> String? {
    guard let program = program?.resolvingSymlinksInPath() else { return nil }
    let folder = program.deletingLastPathComponent()
    let endings = ["-console", "-stdio", "-server", "-core"]
    let name = program.lastPathComponent
    let app = endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
    let bundles = ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
      .filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    return ([folder] + bundles).map { $0.appendingPathComponent("\(app).pages").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The bridge's program in the folder of the files.
  package static func bridge(in folder: String) -> String { folder + "/bridge/bridge.py" }
}
