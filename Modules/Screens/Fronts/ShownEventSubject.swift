public import Streams

/// The events of a screen as a front sends them: a subject for the views of the front. Subscribers receive the events that the screen
/// has accepted, from whichever front.
///
/// It is used on the main actor, and stops the program elsewhere.
///
/// - Demand: As with the view model's own subject.
/// - Completion: A completion that is sent here is ignored: the subject of the view model has other senders.
public final class ShownEventSubject<Model: ViewModel>: Subject {
  public typealias Output = Model.Event
  public typealias Failure = Never

  private let send: (Model.Event) -> Void
  private let accepted: Model.Events

  @MainActor init(_ screen: ShownScreen<Model>) {
    accepted = screen.model.eventSubject
    send = { [weak screen] event in MainActor.assumeIsolated { try? screen?.send(event) } }
  }

  public func send(_ event: Model.Event) { send(event) }

  public func send(completion: Subscribers.Completion<Never>) {}

  public func send(subscription: any Subscription) { accepted.send(subscription: subscription) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Model.Event, S.Failure == Never {
    accepted.receive(subscriber: subscriber)
  }
}
