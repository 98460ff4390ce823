import ExpectSupport
import Foundation
import JSON
import Requests
import Testing
import Words

@Suite struct ServiceErrorTests {
  @Test(arguments: [400, 401, 402, 403, 404, 410, 422, 499])
  func `a client error is a definite answer`(status: Int) {
    #expect(ServiceError.status(status).isDefinite)
    #expect(ServiceError.problem(status: status, detail: "No.").isDefinite)
  }

  @Test(arguments: [301, 302, 408, 409, 425, 429, 500, 503])
  func `a status that a retry may overcome is not definite`(status: Int) {
    #expect(!ServiceError.status(status).isDefinite)
    #expect(!ServiceError.problem(status: status, detail: "Later.").isDefinite)
  }

  @Test(
    arguments: [
      .unknownHost, .connectionRefused, .noSecureConnection, .transport(code: -1005), .timeout, .decoding, .tooLarge,
      .cancelled, .noNetworkLibrary, .unreachableProxy("a:1"),
    ] as [ServiceError])
  func `an error without a status is not definite`(error: ServiceError) {
    #expect(!error.isDefinite)
    #expect(error.httpStatus == nil)
  }

  @Test func `a request that a proxy did not get was not carried out`() {
    #expect(!ServiceError.unreachableProxy("a:1").mayHaveBeenCarriedOut)
    #expect(ServiceError.timeout.mayHaveBeenCarriedOut)
  }

  @Test func `every error has a message`() {
    let messages: [ServiceError: String] = [
      .unknownHost: "There is no such server.",
      .connectionRefused: "The server refuses connections.",
      .unreachableProxy("proxy:3128"): "The proxy proxy:3128 cannot be reached.",
      .noSecureConnection: "There is no secure connection to the server.",
      .transport(code: -1005): "The backend cannot be reached.",
      .timeout: "The backend took too long to answer.",
      .status(500): "The backend answered with status 500.",
      .status(304): "The backend answered with status 304.",
      .status(302): "The backend redirects the request elsewhere, with status 302.",
      .decoding: "The backend's answer cannot be understood.",
      .tooLarge: "The backend's answer is too long.",
      .problem(status: 503, detail: "Something went wrong!"): "Something went wrong!",
      .cancelled: "The request was cancelled.",
      .noSuchOperation("tea"): "The backend has no operation \"tea\".",
      .noNetworkLibrary: "Requests cannot be sent: the library libcurl.so.4 is missing or too old.",
      .failed: "The backend has failed.",
      .noSuchFeed("tea"): "The backend has no feed \"tea\".",
      .overrun("tea"): "The feed \"tea\" sends faster than its elements can be handled.",
      .unreadable("tea", number: 3): "Element 3 of the feed \"tea\" cannot be understood.",
      .closed: "The backend has closed the connection.",
      .oversized("tea", number: 3, id: ""): "Element 3 of the feed \"tea\" is too long.",
      .oversized("tea", number: 3, id: "a\u{202E}b"): "Element 3 of the feed \"tea\" is too long, at the id \"ab\".",
      .proxyRefused("a:1", status: 407): "The proxy a:1 wants a user name and a password (status 407).",
      .proxyRefused("a:1", status: 403): "The proxy a:1 refuses the request, with status 403.",
      .noSecureConnection(.expired):
        "The certificate of the server has expired, or the clock of this computer is wrong.",
      .noSecureConnection(.notYetValid):
        "The certificate of the server is not valid yet, or the clock of this computer is wrong.",
      .noSecureConnection(.otherName): "The certificate of the server is for another name.",
      .noSecureConnection(.unknownIssuer):
        "The certificate of the server comes from an authority that is not trusted here.",
      .noSecureConnection(.notTLS): "The server does not speak TLS, or no version of it that is spoken here.",
      .noSecureConnection(.missingFile): "The file of certificates to trust does not exist.",
      .noSecureConnection(.unreadableFile): "The file of certificates to trust cannot be read.",
    ]
    let (german, pseudo) = (Words(language: Language("de") ?? .english), Words(language: .pseudo))
    for (error, message) in messages {
      expectEqual(error.message, message)
      expectEqual((error as any Error).localizedDescription, message)
      // What the backend wrote for the user stays as it is.
      guard error.code != .problem else { continue }
      #expect(german.string(error.text) != message)
      #expect(pseudo.string(error.text).hasPrefix("[") && pseudo.string(error.text).hasSuffix("~]"))
    }
  }

  @Test(
    arguments: [
      (.unknownHost, #"{"kind":"unknownHost"}"#), (.connectionRefused, #"{"kind":"connectionRefused"}"#),
      (.unreachableProxy("a:1"), #"{"detail":"a:1","kind":"unreachableProxy"}"#),
      (.noSecureConnection, #"{"kind":"noSecureConnection"}"#), (.timeout, #"{"kind":"timeout"}"#),
      (.transport(code: -1005), #"{"code":-1005,"kind":"transport"}"#),
      (.status(503), #"{"code":503,"kind":"status"}"#),
      (.decoding, #"{"kind":"decoding"}"#), (.tooLarge, #"{"kind":"tooLarge"}"#),
      (.problem(status: 409, detail: "No /\"wands\"."), #"{"code":409,"detail":"No /\"wands\".","kind":"problem"}"#),
      (.cancelled, #"{"kind":"cancelled"}"#), (.failed, #"{"kind":"failed"}"#),
      (.noNetworkLibrary, #"{"kind":"noNetworkLibrary"}"#),
      (.noSuchOperation("tea"), #"{"detail":"tea","kind":"noSuchOperation"}"#),
      (.noSuchFeed("tea"), #"{"detail":"tea","kind":"noSuchFeed"}"#),
      (.overrun("tea"), #"{"detail":"tea","kind":"overrun"}"#),
      (.unreadable("tea", number: 3), #"{"code":3,"detail":"tea","kind":"unreadable"}"#),
      (.closed, #"{"kind":"closed"}"#),
      (.oversized("tea", number: 3, id: "7"), #"{"code":3,"detail":"tea","kind":"oversized","part":"7"}"#),
      (.proxyRefused("a:1", status: 407), #"{"code":407,"detail":"a:1","kind":"proxyRefused"}"#),
      (.noSecureConnection(.expired), #"{"detail":"expired","kind":"noSecureConnection"}"#),
      (.status(503).retrying(after: .seconds(8)), #"{"code":503,"kind":"status","retryAfter":8000}"#),
    ] as [(ServiceError, String)])
  func `has a stable JSON form`(error: ServiceError, json: String) throws {
    expectEqual(String(decoding: error.json, as: UTF8.self), json)
    expectEqual(ServiceError(try JSONText(scanning: json.utf8)), error)
  }

  @Test(arguments: [
    #"{"kind":"boredom"}"#, #"{"kind":"status"}"#, #"{"code":409,"kind":"problem"}"#, "{}", "[]",
    #"{"detail":"tea","kind":"unreadable"}"#, #"{"kind":"overrun"}"#,
  ])
  func `is not read from another JSON form`(json: String) throws {
    #expect(ServiceError(try JSONText(scanning: json.utf8)) == nil)
  }

  @Test func `the time that a server asks for is kept, and makes no other error`() throws {
    let error = ServiceError.status(503).retrying(after: .milliseconds(1_500))
    expectEqual(error, .status(503))
    expectEqual(ServiceError(JSONText(scanned: error.json[...]))?.retryAfter, .milliseconds(1_500))
    for json in [#"{"code":503,"kind":"status","retryAfter":-1}"#, #"{"code":503,"kind":"status","retryAfter":"1"}"#] {
      #expect(try ServiceError(JSONText(scanning: json.utf8))?.retryAfter == nil)
    }
    let long = #"{"code":503,"kind":"status","retryAfter":999999999999}"#
    try expectEqual(ServiceError(JSONText(scanning: long.utf8))?.retryAfter, .seconds(86_400))
  }

  @Test func `what a proxy refuses, and what has no address, stops nothing for long and was not carried out`() {
    for error in [ServiceError.proxyRefused("a:1", status: 403), .proxyRefused("a:1", status: 502)] {
      #expect(!error.isDefinite && !error.mayHaveBeenCarriedOut)
    }
    #expect(ServiceError.proxyRefused("a:1", status: 502, wasPassedOn: true).mayHaveBeenCarriedOut)
    #expect(!ServiceError.transport(code: NSURLErrorCannotConnectToHost).mayHaveBeenCarriedOut)
  }

  @Test func `an operation that is not there is a definite answer`() {
    #expect(ServiceError.noSuchOperation("tea").isDefinite)
    #expect(ServiceError.noSuchFeed("tea").isDefinite)
    #expect(!ServiceError.noSuchFeed("tea").mayHaveBeenCarriedOut)
    #expect(!ServiceError.failed.isDefinite)
  }
}
