import JSON

extension Shape {
  /// An event as a front sends it: one of the screen itself, or one of a part with the parts around it.
  ///
  /// A tool, a method of a client or a control of a form is made of each, and none of them knows how events are nested.
  package struct FlatEvent: Sendable {
    /// The parts that the event is in, the outermost first, as events of their owners.
    package let owners: [Event]
    /// The event itself.
    package let event: Event
    /// What the event takes: the identities of the parts that are in lists, and its own values.
    package let arguments: [Argument]

    /// A value that an event takes.
    package struct Argument: Sendable {
      /// What it is, with a name that no other argument has: `messageId` is the identity of the part `message`.
      package let member: Member
      /// How many parts are around the event that has it as a member.
      let depth: Int
      /// The member's name in that event.
      let name: String
    }

    fileprivate init(_ owners: [Event], _ event: Event) {
      self.owners = owners
      self.event = event
      var taken = Set(event.members.map(\.name))
      var arguments: [Argument] = []
      for (depth, owner) in owners.enumerated() {
        guard let identity = owner.partIdentity else { continue }
        var name = owner.name + "Id"
        while !taken.insert(name).inserted { name += "_" }
        arguments.append(Argument(member: identity.renamed(name), depth: depth, name: identity.name))
      }
      self.arguments =
        arguments + event.members.map { Argument(member: $0, depth: owners.count, name: $0.name) }
    }

    /// The names of the parts and of the event, the outermost first.
    package var path: [String] { (owners + [event]).map(\.name) }

    /// The members of the arguments.
    package var members: [Member] { arguments.map(\.member) }

    /// For each part around the event, the argument that is its identity; `nil` for one that is not in a list.
    package var ownerIdentities: [String?] {
      owners.indices.map { depth in arguments.first { $0.depth == depth }?.member.name }
    }

    /// The members of the arguments in the words of a state of the screen: one without words of its own has those of the field that shows
    /// it, or of the list of which it names an element.
    package func members(in state: Shape) -> [Member] {
      arguments.map { argument in
        var members = state.members
        for owner in owners.prefix(argument.depth) {
          members = members.first { $0.name == owner.part }?.shape.element.members ?? []
        }
        let owner = argument.depth < owners.count ? owners[argument.depth] : nil
        let isFirst = argument.name == (owner ?? event).members.first?.name
        guard argument.member.about.isEmpty, isFirst else { return argument.member }
        let field = members.first { $0.name == event.field }
        if let list = owner?.part ?? event.rows, let rows = members.first(where: { $0.name == list }) {
          let rest = owner == nil && event.isAboutSeveralRows ? "s of rows" : " of a row"
          let isChoice = owner == nil && event.isChoice
          let value = isChoice && rows.shape.identity == nil ? "One" : "The \(rows.shape.identity ?? "id")\(rest)"
          let about = isChoice ? field.map { "\($0.about) " } ?? "" : ""
          return argument.member.described("\(about)\(value) of \(list). \(rows.about)")
        }
        return field.map { argument.member.described($0.about) } ?? argument.member
      }
    }

    /// The lists of which the event names an element, the outermost first.
    package var rows: [String] { (owners + [event]).compactMap(\.rows) }

    /// The same fault, at the argument in which it is.
    package func ofArgument(_ error: InputError) -> InputError {
      var names = error.pointer.names
      var depth = 0
      while depth < owners.count, names.first == "event" {
        names.removeFirst()
        depth += 1
      }
      if let argument = arguments.first(where: { $0.depth == depth && $0.name == names.first }) {
        names[0] = argument.member.name
      }
      return InputError(error.reason, at: JSONPointer(names), expected: error.expected)
    }

    /// The event as one of the screen itself: with the name `filterTextChanged`, the arguments as its members, and the names that the
    /// fields of a part have beside those of its owner, such as `filterText`; see ``Shape/Member/inPart(_:)``.
    package var shape: Event {
      var shape = event
      shape.name = path.dropFirst().reduce(path[0]) { $0.joined(with: $1) }
      shape.members = members
      let around = owners.prefix { $0.rows == nil }
      let prefix = around.compactMap(\.part).reduce("") { $0.joined(with: $1) }
      let isInList = around.count < owners.count
      shape.rows = (isInList ? owners[around.count].rows : event.rows).map { prefix.joined(with: $0) }
      shape.isChoice = event.isChoice && !isInList
      shape.field = isInList ? nil : event.field.map { prefix.joined(with: $0) }
      shape.hidden = isInList ? nil : event.hidden.map { prefix.joined(with: $0) }
      shape.disabledReason = isInList ? nil : event.disabledReason.map { prefix.joined(with: $0) }
      if isInList {
        let isOfRow = owners.count == around.count + 1
        shape.rowDisabledReason = isOfRow ? event.disabledReason : nil
        shape.rowHidden = isOfRow ? event.hidden : nil
      }
      // What disables the outermost part disables each of its events.
      if let owner = owners.first {
        shape.disabledReason = shape.disabledReason ?? owner.disabledReason
        shape.hidden = shape.hidden ?? owner.hidden
      }
      return shape
    }

    /// The event in JSON.
    ///
    /// - Parameter value: the JSON of the argument of a name; `nil` if it is left out.
    package func json(_ value: (_ argument: String) -> [UInt8]?) -> [UInt8] {
      var inner: [UInt8]?
      for depth in (0...owners.count).reversed() {
        var members = [(name: "type", json: path[depth].json)]
        for argument in arguments where argument.depth == depth {
          if let json = value(argument.member.name) { members.append((argument.name, json)) }
        }
        if let inner { members.append(("event", inner)) }
        var writer = JSONWriter()
        writer.object { writer in
          for member in members.sorted(by: { $0.name < $1.name }) {
            writer.name(member.name)
            writer.raw(member.json)
          }
        }
        inner = writer.bytes
      }
      return inner ?? []
    }
  }

  /// The events, with those of parts as events of their own; none of another shape. What reports an appearance is among them.
  package var flatEvents: [FlatEvent] { Self.flatEvents(events, []) }

  private static func flatEvents(_ events: [Event], _ owners: [Event]) -> [FlatEvent] {
    events.flatMap { event in
      event.part == nil ? [FlatEvent(owners, event)] : flatEvents(event.partEvents, owners + [event])
    }
  }
}

extension Shape.Event {
  /// The events of the part; none of another event.
  package var partEvents: [Shape.Event] { part == nil ? [] : members.last?.shape.events ?? [] }

  /// The identity of the part, if it is in a list.
  package var partIdentity: Shape.Member? { part == nil ? nil : members.dropLast().first }

  /// The same, with another description of the part's events.
  package func replacingPart(_ events: Shape) -> Self {
    guard let last = members.last else { return self }
    var event = self
    event.members[members.count - 1] = Shape.Member(last.name, events, last.about)
    return event
  }
}

extension Shape {
  /// What the elements of a list are; the shape itself for a value.
  package var element: Shape {
    switch unwrapped {
    case .list(let element), .rows(let element, _): element.unwrapped
    default: unwrapped
    }
  }

  /// The member that tells the elements of a list apart.
  fileprivate var identity: String? { if case .rows(_, let identity) = unwrapped { identity } else { nil } }
}

extension Shape.Member {
  /// The same in other words.
  package func described(_ about: String) -> Self {
    var member = self
    member.about = about
    return member
  }

  fileprivate func renamed(_ name: String) -> Self {
    var member = self
    member.name = name
    return member
  }

  /// The member of a part, as one of its owner: `filterText` is the text of the part `filter`.
  package func inPart(_ part: String) -> Self {
    var member = renamed(part.joined(with: name))
    member.tone = tone.map { part.joined(with: $0) }
    return member
  }
}

extension String {
  /// Two names as one: "filterText" of "filter" and "text".
  package func joined(with name: String) -> String {
    isEmpty ? name : self + name.prefix(1).uppercased() + name.dropFirst()
  }
}
