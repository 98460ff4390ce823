extension AnyScreen {
  /// The mistakes in the descriptions of screens: of their states, events and parameters.
  ///
  ///     @Test func `describes every screen`() {
  ///       #expect(AnyScreen.check([AnyScreen(.shelf), AnyScreen(.book)]) == [])
  ///     }
  ///
  /// It looks at the descriptions and at the samples that they declare, and makes no view model. It finds
  ///
  /// - a stored property of a state, of a value inside of it or of parameters that is in no field and not left out (of a state,
  ///   with a sample; without one, a debug build stops when the screen is opened),
  /// - a computed property, or an event of a type that describes itself, without a name,
  /// - a name that is not a plain identifier, or that occurs twice,
  /// - two types with one title, also inside of others,
  /// - an event that its own description does not recognise, or whose values cannot be written,
  /// - an event about a property that is in no field, or a row of another type (`EventCase.disabled(by:)`,
  ///   `EventCase.row(of:)`, `EventCase.field(_:)`),
  /// - a row without a field `id`, one whose field `id` is not its identity, and two rows of a list with one identity,
  /// - a private field that cannot be hidden, and an event whose reason is in a private field without saying so
  ///   (`EventCase.withPrivateReasons()`),
  /// - a `FileReference` in a state, in parameters, in an event or in a result: a file is shown by its name or its size,
  /// - a parameter that cannot be read, and a required one of a screen that can be opened without parameters, and
  /// - a value that is not the same after it was written and read, such as a number that is not finite.
  ///
  /// An event that no case describes cannot be found so: a debug build stops when a screen receives it.
  public static func check(_ screens: [AnyScreen]) -> [DescriptionMistake] { check(screens, forAssistants: false) }

  /// The mistakes in the descriptions of screens, for an app that assistants use: also a value of an event that has no words, that no
  /// field of the state shows and that names no row. A model would have to guess what it is; see `EventCase.value(_:)`.
  ///
  /// - Parameters:
  ///   - screens: The screens.
  ///   - forAssistants: Whether the values of events need words.
  public static func check(_ screens: [AnyScreen], forAssistants: Bool) -> [DescriptionMistake] {
    var check = DescriptionCheck(needsWords: forAssistants)
    check.add(ApplicationEvent.self)
    for screen in screens { screen.typed.check(&check) }
    return check.mistakes
  }

  /// The type of the view model, whose types are all that ``check(_:)`` looks at.
  var modelType: ObjectIdentifier { typed.modelType }
}

extension TypedScreen {
  fileprivate var modelType: ObjectIdentifier { ObjectIdentifier(Model.self) }

  fileprivate func check(_ check: inout DescriptionCheck) {
    check.add(Model.Parameters.self)
    check.add(Model.State.self)
    check.add(Model.Event.self, for: Model.State.self)
    check.add(outcome: Model.Outcome.self)
  }
}
