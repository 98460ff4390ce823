import ConsoleFront
import Foundation
import Screens
import Shop
import TextUI

/// The screens have no views of their own: each is shown as its description says.
struct ShopFront: TextApp {
  let core: AppCore
}

exit(
  ConsoleProgram(
    "shop-console", version: "1.0", about: "Shows a shop in lines of text.", app: .shop, opening: "catalog"
  ) {
    ShopFront(core: $0)
  }
  .run())
