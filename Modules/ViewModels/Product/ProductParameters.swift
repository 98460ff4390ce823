public import JSON
public import Models

/// The product that the screen shows.
public struct ProductParameters: ScreenParameters {
  /// The product's ID; `nil` for the featured product.
  public let id: ProductID?

  /// The featured product.
  public init() { id = nil }

  /// A product, or the featured one.
  public init(id: ProductID?) { self.id = id }

  /// Reads `{"id":"wand"}`. The member may be `null` or absent.
  public init(_ members: Members) throws(InputError) {
    try members.requireOnly(["id"])
    id = try members.optional("id", ProductID.self)
  }

  public static var schema: JSON { .closedObject("ProductParameters", ["id": ProductID?.schema], optional: ["id"]) }
  public static var expectation: String { "an object" }
}
