extension Screen<ProductViewModel> {
  /// A product that can be bought.
  public static var product: Self {
    Screen("product", "A product, and a button that buys it.", appearance: .viewDidAppear) {
      ProductViewModel(id: $0.id ?? $1.featuredProduct, $1)
    }
  }
}
