public import JSON
public import Models

/// Which product the screen shows.
public struct ProductParameters: ScreenParameters {
  /// The product; `nil` for the one that the shop features.
  public let id: ProductID?

  /// The product that the shop features.
  public init() {
    id = nil
  }

  /// A product.
  public init(id: ProductID?) {
    self.id = id
  }

  /// Reads `{"id":"wand"}`; the member may be null, or left out.
  public init(from decoder: any Decoder) throws {
    let members = try Members(decoder)
    try members.requireOnly(["id"])
    self.init(id: try members.take("id", ProductID.self))
  }

  public static var schema: JSON { .closedObject(["id": ProductID?.schema], optional: ["id"]) }
  public static var expectation: String { "an object" }
}
