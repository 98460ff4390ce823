import Descriptions
import ExpectSupport
import Locking
import Streams
import StreamsExtras
import Testing

@testable import HTTP
@testable import Requests

@Suite struct PictureSourceTests {
  /// Answers each request at once with what stands in a table, and remembers the addresses.
  private final class Table: Transfers {
    let replies: [String: Result<TransferReply, TransferFailure>]
    let asked = LockedValue<[TransferRequest]>([])

    init(_ replies: [String: Result<TransferReply, TransferFailure>]) { self.replies = replies }

    func start(
      _ request: TransferRequest, completion: @escaping @Sendable (Result<TransferReply, TransferFailure>) -> Void
    ) -> @Sendable () -> Void {
      asked.withLock { $0.append(request) }
      completion(replies[request.url] ?? .failure(.unknownHost))
      return {}
    }

    func stream(_ request: TransferRequest, receiver: @escaping TransferReceiver) -> any TransferControl {
      preconditionFailure("A picture is loaded whole.")
    }
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  private static func reply(
    _ body: [UInt8], status: Int = 200, _ headers: [HTTPHeader] = []
  ) -> Result<TransferReply, TransferFailure> {
    .success(TransferReply(status: status, headers: headers, body: body))
  }

  private let table = Table([
    "https://covers.example/emma.png": reply(png),
    "https://covers.example/liar": reply(
      Array("<svg onload='alert(1)'>".utf8), [HTTPHeader(name: "Content-Type", value: "image/png")]),
    "https://covers.example/html": reply(Array("<html>".utf8)),
    "https://covers.example/gone": reply(png, status: 404),
    "https://covers.example/moved": reply([], status: 302, [HTTPHeader(name: "Location", value: "/emma.png")]),
    "https://covers.example/away": reply(
      [], status: 302, [HTTPHeader(name: "Location", value: "http://localhost/admin.png")]),
    "https://covers.example/large": .failure(.tooLarge),
    "http://localhost/admin.png": reply(png),
  ])

  private var source: PictureSource {
    PictureSource(
      origins: ["https://covers.example"], maximumSize: 100, timeout: .seconds(10), own: nil,
      transport: HTTPTransport(transfers: table))
  }

  private func load(_ address: String, from source: PictureSource) -> Result<LoadedPicture, PictureError>? {
    let result = LockedValue<Result<LoadedPicture, PictureError>?>(nil)
    let loading = source.picture(at: Link(address))
      .sink { completion in
        if case .failure(let error) = completion { result.withLock { $0 = .failure(error) } }
      } receiveValue: { picture in
        result.withLock { $0 = .success(picture) }
      }
    loading.cancel()
    return result.withLock { $0 }
  }

  @Test func `loads a picture of an allowed origin, without credentials and with a bound`() {
    let png = LoadedPicture(type: .png, bytes: Self.png)
    expectEqual(load("https://covers.example/emma.png", from: source), .success(png))
    expectEqual(load("HTTPS://COVERS.example:443/emma.png", from: source), .failure(.unavailable))
    expectEqual(load("https://covers.example/moved", from: source), .success(png))
    let request = table.asked.withLock { $0[0] }
    expectEqual(request.headers, [])
    expectEqual(request.maximumBody, 100)
    expectEqual(request.method, "GET")
  }

  @Test(arguments: [
    "http://covers.example/emma.png", "https://covers.example:8443/emma.png",
    "https://covers.example.evil.example/emma.png",
    "https://evil.example/https://covers.example/emma.png", "https://covers.example@evil.example/emma.png",
    "https://ada:1234@covers.example/emma.png", "file:///etc/passwd", "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "https:emma.png", "//covers.example/emma.png", "", "http://localhost/admin.png",
    "https://covers.example/\u{202E}gnp.amme",
  ])
  func `asks no other origin`(address: String) {
    expectEqual(load(address, from: source), .failure(.notAllowed))
    #expect(table.asked.withLock { $0.isEmpty })
  }

  @Test(
    arguments: [
      ("liar", .notAPicture), ("html", .notAPicture), ("gone", .unavailable), ("away", .unavailable),
      ("large", .unavailable), ("unknown", .unavailable),
    ] as [(String, PictureError)])
  func `takes nothing else for a picture`(path: String, error: PictureError) {
    expectEqual(load("https://covers.example/\(path)", from: source), .failure(error))
    expectEqual(table.asked.withLock { $0.map(\.url) }, ["https://covers.example/\(path)"])
  }

  @Test func `has none unless the app says where from`() {
    expectEqual(load("https://covers.example/emma.png", from: .none), .failure(.notAllowed))
    let own = PictureSource { $0.description == "app:red" ? Self.png : nil }
    expectEqual(load("app:red", from: own), .success(LoadedPicture(type: .png, bytes: Self.png)))
    expectEqual(load("app:blue", from: own), .failure(.notAllowed))
  }

  @Test(
    arguments: [
      (Self.png, .png), ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("GIF89a…".utf8), .gif), (Array("GIF87a".utf8), .gif),
      (Array("RIFF1234WEBPVP8 ".utf8), .webP), (Array("RIFF1234WAVE".utf8), nil), (Array("<svg/>".utf8), nil),
      ([], nil),
      ([0x89, 0x50, 0x4E], nil), (Array("%PDF".utf8), nil),
    ] as [([UInt8], PictureType?)])
  func `knows a type by the first bytes`(bytes: [UInt8], type: PictureType?) {
    expectEqual(PictureType(bytes), type)
  }

  @Test func `writes the bytes in base 64`() {
    expectEqual(LoadedPicture(type: .gif, bytes: Array("GIF89a".utf8)).base64, "R0lGODlh")
  }
}
