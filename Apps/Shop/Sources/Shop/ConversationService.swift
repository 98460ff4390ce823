import Foundation
import HTTP
import Outbox
import Screens

/// A message between a person and the courier of an order, as the server has it.
struct Message: JSONRecord, SentElement, Equatable {
  var id: Int
  var author: String
  var text: String
  /// The name of the photo that was sent with it.
  var photo: String?
  var sentAt: Date
  /// The key with which it was sent.
  var key: IdempotencyKey?

  static let record = Codec(
    Message.init(id:author:text:photo:sentAt:key:), \.id, \.author,
    \.text, \.photo, \.sentAt, \.key)
}

/// A message that is to be sent, perhaps with a photo.
struct NewMessage: JSONRecord, Sendable {
  var order: Int
  var text: String
  var photo: FileReference?
  var key: IdempotencyKey

  static let record = Codec(
    NewMessage.init(order:text:photo:key:), \.order, \.text,
    \.photo, \.key)
}

extension ServiceOperation<NewMessage, Message> {
  static var post: Self { Self("post").effect(.changes) }
}

extension OutboxOperation<NewMessage, Message> {
  /// The messages about an order are sent one after the other.
  static var post: Self { Self(.post, key: \.key) { "order-\($0.order)" } }
}

extension ServiceFeed<Int, Message> {
  /// The messages about an order, from the first one on.
  static var conversation: Self { Self("conversation").identified(by: \.id) }
}

extension HTTPRoute {
  /// How a server is asked for conversations.
  static var conversations: [HTTPRoute] {
    [
      HTTPRoute(.conversation, "/orders/{order}/conversation"),
      HTTPRoute(.post, "/orders/{order}/messages", method: .post, status: 201),
    ]
  }
}
