extension FileWish: JSONRecord {
  public static let record = Codec(
    { FileWish(types: $0, limit: $1, isWhole: $2 ?? true) },
    Field(\FileWish.types, "Media types such as image/*, or endings such as .csv; any if it is empty."),
    Field(\.limit, "How many bytes it may have."),
    Field(\.wholeMember, name: "whole", "Whether it is read whole, into memory; true if it is absent."))

  private var wholeMember: Bool? { isWhole }
}
