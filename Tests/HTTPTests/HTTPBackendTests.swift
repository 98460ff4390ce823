import ExpectSupport
import Foundation
import HTTP
import Testing

@Suite struct HTTPBackendTests {
  private func address(_ url: String) throws -> String {
    Backend.http(try #require(URL(string: url)), routes: []).address
  }

  @Test(arguments: [
    ["http://bank.example", "http://bank.example/", "HTTP://Bank.Example:80", "http://:plugh@bank.example:80/"],
    ["https://bank.example/v1", "https://bank.example:443/v1/"],
    ["http://[::1]:8080", "http://[::1]:8080/"],
    ["http://ada@bank.example", "http://ada:plugh@bank.example/"],
  ])
  func `has one address for each way to write a URL`(urls: [String]) throws {
    expectEqual(Set(try urls.map(address)).count, 1)
    #expect(try !urls.map(address).joined().contains("plugh"))
  }

  @Test func `has another address for another server, path or user`() throws {
    let urls = [
      "http://bank.example", "https://bank.example", "http://bank.example:81", "http://bank.example/v1",
      "http://bank.example/V1", "http://shop.example", "http://ada@bank.example", "http://eve@bank.example",
      "http://127.0.0.1", "http://[::1]",
    ]
    expectEqual(Set(try urls.map(address)).count, urls.count)
  }

  @Test func `passes its address on through what wraps it`() throws {
    let backend = Backend.http(try #require(URL(string: "http://bank.example")), routes: [])
    let wrapped = Backend.handlers([], otherwise: backend.wrapped(TimeLimit(.seconds(5)).intercept))
    expectEqual(wrapped.address, backend.address)
    expectEqual(Backend.handlers([]).address, "")
  }
}
