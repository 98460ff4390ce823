/// The transfers of this system.
enum PlatformTransfers {
  #if canImport(Darwin)
    static let shared: any Transfers = URLSessionTransfers()
    static let sharedForFiles = shared
  #else
    static let shared: any Transfers = CURLTransfers.shared
    static let sharedForFiles: any Transfers = CURLTransfers.sharedForFiles
  #endif
}
