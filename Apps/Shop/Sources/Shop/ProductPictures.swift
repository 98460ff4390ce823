import Foundation
import Screens

/// The pictures of the products, which are a resource of this package.
enum ProductPictures {
  // NB: `Bundle.module` would end a program that was copied without its resources. Such a one has the pictures' words.
  private static let folders: [URL] = {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    return ["resources", "bundle"].compactMap { program?.appendingPathComponent("Shop_Shop.\($0)/Pictures") }
  }()

  /// The picture at an address of the products in memory; `nil` for another one.
  @Sendable static func picture(at address: Link) -> [UInt8]? {
    guard let product = Products.all.first(where: { $0.product.picture == address.description })?.product else {
      return nil
    }
    return folders.lazy.compactMap { try? [UInt8](Data(contentsOf: $0.appendingPathComponent("\(product.id).webp"))) }
      .first
  }
}
