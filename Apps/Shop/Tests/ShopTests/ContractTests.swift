import AppTesting
import Foundation
import HTTP
import Screens
import Testing

@testable import Shop

/// What every service of the shop does: the world in memory, and the server.
@Suite(.serialized) struct ContractTests {
  @Test(arguments: TestService.Kind.allCases)
  func `sells to anybody who looks`(_ kind: TestService.Kind) async throws {
    let service = try TestService(kind)
    let products = try await service.answer(.products, ProductQuery())
    #expect(products.map(\.name) == Products.all.map(\.product.name))
    #expect(products.map(\.price) == Products.all.map(\.product.price))
    #expect(products.map(\.about) == Products.all.map(\.product.about))
    #expect(try await service.answer(.products, ProductQuery(text: "TEE")).map(\.name) == ["Teapot"])
    #expect(try await service.answer(.product, 2).name == "Mug")
    #expect(await service.failure(.product, 99)?.httpStatus == 404)
    let picture = PictureSource(origins: [service.backend.address], own: ProductPictures.picture)
    for try await loaded in picture.picture(at: Link(products[0].picture)).values {
      #expect(loaded.bytes == ProductPictures.picture(at: Link(Products.all[0].product.picture)))
    }
  }

  @Test(arguments: TestService.Kind.allCases)
  func `needs a session for the rest, and a password to get one`(_ kind: TestService.Kind) async throws {
    let service = try TestService(kind)
    #expect(await service.failure(.orders, ())?.httpStatus == 401)
    #expect(
      await service.failure(.signInWithPassword, SignIn(name: "Ada", password: SecretText("4321")))?.httpStatus == 403)
    try await service.signIn("Ada")
    #expect(try await service.answer(.orders, ()) == [])
  }

  @Test(arguments: TestService.Kind.allCases)
  func `is paid once for a key`(_ kind: TestService.Kind) async throws {
    let service = try TestService(kind)
    try await service.signIn("Ada")
    let new = NewOrder(lines: try await service.lines(), total: Price(amount: 68), key: .sample("1"))
    let order = try await service.answer(.pay, new)
    #expect(order.total == Price(amount: 68) && order.lines.map(\.count) == [2])
    #expect(try await service.answer(.pay, new) == order)
    #expect(try await service.answer(.orders, ()) == [order])
    #expect(try await service.answer(.order, order.id) == order)
    try await service.signIn("Bob")
    #expect(try await service.answer(.orders, ()) == [])
    #expect(await service.failure(.order, order.id)?.httpStatus == 404)
  }

  @Test(arguments: TestService.Kind.allCases)
  func `refuses an empty basket and another price`(_ kind: TestService.Kind) async throws {
    let service = try TestService(kind)
    try await service.signIn("Ada")
    let empty = NewOrder(lines: [], total: Price(amount: 0), key: .sample("1"))
    #expect(await service.failure(.pay, empty)?.httpStatus == 422)
    let cheap = NewOrder(lines: try await service.lines(), total: Price(amount: 1), key: .sample("2"))
    #expect(await service.failure(.pay, cheap)?.httpStatus == 409)
  }

  @Test(arguments: TestService.Kind.allCases)
  func `takes a message once for a key, with a photo or without, and the courier answers`(
    _ kind: TestService.Kind
  ) async throws {
    let service = try TestService(kind)
    try await service.signIn("Ada")
    let order = try await service.order()
    var new = NewMessage(order: order, text: "Ring twice, “please”.", key: .sample("1"))
    let message = try await service.answer(.post, new)
    #expect(message.text == new.text && message.author == "Ada" && message.key == new.key && message.photo == nil)
    #expect(try await service.answer(.post, new) == message)
    new.key = .sample("2")
    new.text = "  "
    #expect(await service.failure(.post, new)?.httpStatus == 422)
    new.photo = FileReference(name: "crack.png", mediaType: "image/png", bytes: [0x89, 0x0D, 0x0A, 0, 0xFF])
    #expect(try await service.answer(.post, new).photo == "crack.png")
    var messages: [Message] = []
    for try await message in service.backend.follow(.conversation, order).elements().values {
      messages.append(message)
      if messages.count == 4 { break }
    }
    #expect(Set(messages.map(\.author)) == ["Ada", "Kim"])
    #expect(messages.map(\.id) == [1, 2, 3, 4])
  }

  @Test(arguments: TestService.Kind.allCases)
  func `tells where the courier is, until the order is delivered`(_ kind: TestService.Kind) async throws {
    let service = try TestService(kind)
    try await service.signIn("Ada")
    let order = try await service.order()
    var last: Delivery?
    for try await delivery in service.backend.follow(.courier, order).elements().values {
      last = delivery
      if delivery.stage == .delivered { break }
    }
    #expect(last == World.deliveries.last)
    #expect(await service.failure(.order, 9)?.httpStatus == 404)
  }

  @Test func `what goes wrong at the server is told as what it is`() async throws {
    let service = try TestService(.server)
    try await service.fail(.init("/products", "refuse", status: 503), .init("/products", "garble"))
    #expect(await service.failure(.products, ProductQuery())?.httpStatus == 503)
    #expect(await service.failure(.products, ProductQuery()) == .decoding)
    #expect(try await service.answer(.products, ProductQuery()).count == 12)
    try await service.signIn("Ada")
    try await service.fail(.init("/orders", "lose", method: "POST"))
    let new = NewOrder(lines: try await service.lines(), total: Price(amount: 68), key: .sample("1"))
    #expect(await service.failure(.pay, new)?.mayHaveBeenCarriedOut == true)
    let order = try await service.answer(.pay, new)
    #expect(try await service.answer(.orders, ()) == [order])
    try await service.expire()
    #expect(await service.failure(.orders, ())?.httpStatus == 401)
  }
}
