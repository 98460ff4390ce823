import Foundation

/// Sets how many descriptors the process may have, up to the system's limit.
public func setDescriptorLimit(_ count: UInt64) {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  var limit = rlimit()
  getrlimit(resource, &limit)
  limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
  setrlimit(resource, &limit)
}
