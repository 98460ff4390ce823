/// The screen of a product that can be bought.
public enum ProductScreen: Screen {
  public static let name = "product"
  public static let about = "A product, and a button that buys it."
  public static let appearance: ProductEvent? = .viewDidAppear

  public static func open(_ parameters: ProductParameters, in environment: Environment) -> ProductViewModel {
    ProductViewModel(id: parameters.id ?? environment.featuredProduct, environment)
  }
}
