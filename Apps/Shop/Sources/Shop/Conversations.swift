import Screens
import Synchronization

/// The conversations about orders, in memory.
final class Conversations: Sendable {
  private let world: World
  private let messages = Mutex<[Int: [Message]]>([:])

  init(_ world: World) { self.world = world }

  var handlers: [ServiceHandler] {
    [
      ServiceHandler(.post) { try self.post($0) },
      ServiceHandler(publishing: .conversation) { order in self.world.feed(order) { self.messages(about: order) } },
    ]
  }

  private func messages(about order: Int) -> [Message] { messages.withLock { $0[order, default: []] } }

  private func post(_ new: NewMessage) throws -> Message {
    let parcel = try world.parcel(new.order)
    if let known = messages(about: new.order).first(where: { $0.key == new.key }) { return known }
    guard !new.text.allSatisfy(\.isWhitespace) || new.photo != nil else {
      throw ServiceError.problem(status: 422, detail: "The message is empty.")
    }
    let message = add(new.order, parcel.account, new.text, photo: new.photo?.name, key: new.key)
    let answer = new.photo == nil ? "I am on my bicycle." : "I am sorry. You get a new one."
    world.later { _ in self.add(new.order, World.courier, answer) }
    return message
  }

  @discardableResult
  private func add(
    _ order: Int, _ author: String, _ text: String, photo: String? = nil, key: IdempotencyKey? = nil
  ) -> Message {
    let message = messages.withLock { messages in
      let id = messages[order, default: []].count + 1
      let message = Message(id: id, author: author, text: text, photo: photo, sentAt: world.now, key: key)
      messages[order, default: []].append(message)
      return message
    }
    world.news.send(order)
    return message
  }
}
