// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What Apple's systems have beside the Foundation of Linux, as far as `URLSessionTransfers` names it: declarations alone.
@_exported public import Foundation
@_exported public import FoundationNetworking

public typealias CFArray = [SecCertificate]
public typealias CFData = Data
public typealias CFError = any Error

public final class SecCertificate: Sendable {}
public final class SecTrust: Sendable {}

public func SecCertificateCreateWithData(_: Never?, _: CFData) -> SecCertificate? { fatalError() }
@discardableResult public func SecTrustSetAnchorCertificates(_: SecTrust, _: CFArray) -> Int32 { fatalError() }
@discardableResult public func SecTrustSetAnchorCertificatesOnly(_: SecTrust, _: Bool) -> Int32 { fatalError() }
public func SecTrustEvaluateWithError(_: SecTrust, _: UnsafeMutablePointer<CFError?>?) -> Bool { fatalError() }

extension URLProtectionSpace {
  public var serverTrust: SecTrust? { fatalError() }
}

extension URLCredential {
  public convenience init(trust _: SecTrust) { fatalError() }
}
