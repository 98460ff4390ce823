import ScreenDescriptions

extension ViewModel {
  /// Why the state does not allow an event: by the description of its case, or for a reason of the view model's own. Where both say so,
  /// the words are those of the view model, which knows more.
  func refusalOfState(_ event: Event) -> Refusal? {
    let own = refusal(of: event)
    let described = event.described(in: state)
    guard let own, own != described?.text.description else { return described }
    return Refusal(
      described?.code ?? .refused, said: own,
      isPrivate: described?.isPrivate == true || event.hasPrivateReasons)
  }
}
