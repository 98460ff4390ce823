import ConsoleFront
import Foundation
import Gallery
import Screens
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct GalleryFront: TextApp {
  let core: AppCore
}

exit(
  ConsoleProgram("gallery", version: "1.0", about: "Shows what each description looks like.", app: .gallery) {
    GalleryFront(core: $0)
  }
  .run())
