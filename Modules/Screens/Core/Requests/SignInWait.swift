import Requests
import Streams
import StreamsExtras

extension ServiceFeed<Void, Bool> {
  /// What has come of sign-ins that a request demands, in a recording.
  fileprivate static var signIns: Self { Self("sign-ins") }
}

extension AppEnvironment {
  /// Publishes once when somebody is signed in. If nobody is, a person is asked, where one can be; it fails if the person does not sign in.
  var signedIn: AnyPublisher<Void, ServiceError> {
    let needed = credentials.contains(where: \.hasToken) ? nil : credentials.first
    // NB: a recording has it of each guest, since its replay has no credentials to tell by.
    guard account.isEmpty, needed != nil || feedRecorder != nil else {
      return Just(()).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }
    let name = session.name
    let signIn = (needed?.signIn() ?? Just(true).eraseToAnyPublisher()).flatMap { goesOn -> AnyPublisher<Bool, Never> in
      // The session is there before the app says whose it is.
      guard goesOn, needed?.account != nil else { return Just(goesOn).eraseToAnyPublisher() }
      return name.filter { !$0.isEmpty }.map { _ in true }.first().eraseToAnyPublisher()
    }
    return recorded(signIn, as: .signIns).first().setFailureType(to: ServiceError.self)
      .flatMap { goesOn -> AnyPublisher<Void, ServiceError> in
        goesOn
          ? Just(()).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
          : Fail(error: .sessionEnded).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }
}
