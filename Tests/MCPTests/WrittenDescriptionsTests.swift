import ExpectSupport
import Testing

@testable import MCP

@MainActor @Suite struct WrittenDescriptionsTests {
  private let conversation = Conversation { makeKiln($0) }

  private func address(_ text: JSONText?) -> UnsafePointer<UInt8>? {
    text?.bytes.withUnsafeBufferPointer(\.baseAddress)
  }

  @Test func `tools and schemas are written once for all calls`() throws {
    let descriptions = conversation.server.tools.descriptions
    expectEqual(address(descriptions.tools(.november2025).first), address(descriptions.tools(.november2025).first))
    #expect(address(descriptions.tools(.november2024).first) != address(descriptions.tools(.november2025).first))
    let screen = try #require(conversation.server.app.offeredScreens.first)
    let (one, other) = (descriptions.schema(of: screen), descriptions.schema(of: screen))
    expectEqual(
      one.utf8.withContiguousStorageIfAvailable(\.baseAddress),
      other.utf8.withContiguousStorageIfAvailable(\.baseAddress))
  }
}
