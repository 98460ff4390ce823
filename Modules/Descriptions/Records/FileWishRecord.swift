extension FileWish: JSONRecord {
  public static let record = Codec(
    { FileWish(types: $0, limit: $1, isWhole: $2 ?? true) },
    Member("types", \FileWish.types, "Media types such as image/*, or endings such as .csv; any if it is empty."),
    Member(\.limit, "How many bytes it may have."),
    Member("whole", \.wholeMember, "Whether it is read whole, into memory; true if it is absent."))

  private var wholeMember: Bool? { isWhole }
}
