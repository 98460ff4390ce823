/// The transfers of this system.
enum PlatformTransfers {
  #if canImport(Darwin)
    static let shared: any Transfers = URLSessionTransfers()
  #else
    static let shared: any Transfers = CURLTransfers.shared
  #endif
}
