import Descriptions
public import Words

/// How the screens of an app stand: which one a front opens first, its tabs, and lists that are shown beside their details.
///
///     AppLayout(
///       start: .shelf, tabs: [AppTab("books", "Books", .shelf), AppTab("card", "Card", .card)],
///       details: [ListDetail(list: .catalogue, detail: .book)])
///
/// It is data that each front shows in its manner: a page has a bar, a prompt a line. Each tab has a stack of its own, which the
/// front keeps. A front that does not care opens screens by name.
public struct AppLayout: Hashable, Sendable {
  /// The name of the screen that a front opens first; `nil` for an app that says none.
  public let start: String?
  /// The tabs, in their order.
  public let tabs: [AppTab]
  /// The lists that are shown beside their details where there is room.
  public let details: [ListDetail]

  /// A layout without a start.
  public init(tabs: [AppTab] = [], details: [ListDetail] = []) {
    start = nil
    self.tabs = tabs
    self.details = details
  }

  /// A layout.
  ///
  /// - Parameters:
  ///   - start: The screen that a front opens first. With tabs, it is that of a tab.
  ///   - tabs: The tabs, in their order.
  ///   - details: The lists that are shown beside their details.
  public init<Model: ViewModel>(start: Screen<Model>, tabs: [AppTab] = [], details: [ListDetail] = [])
  where Model.Parameters: OptionalParameters {
    self.start = start.name
    self.tabs = tabs
    self.details = details
  }

  /// Whether the app says nothing of how its screens stand.
  public var isEmpty: Bool { self == AppLayout() }
}

/// A tab of an app. Its stack begins with a screen that needs no parameters.
public struct AppTab: Hashable, Sendable {
  /// The name, a plain identifier that no other tab has.
  public let name: String
  /// The name as people read it.
  public let label: String
  /// The name of the screen at the bottom of its stack.
  public let screen: String
  /// The field of the app's own state whose value stands beside the label; `nil` without one.
  public let badge: String?

  /// A tab.
  ///
  /// - Parameters:
  ///   - name: The name, a plain identifier.
  ///   - label: The name as people read it.
  ///   - screen: The screen at the bottom of its stack.
  ///   - badge: The field of the app's own state whose value stands beside the label, unless it is empty or 0.
  public init<Model: ViewModel>(_ name: String, _ label: String, _ screen: Screen<Model>, badge: String? = nil)
  where Model.Parameters: OptionalParameters {
    self.name = name
    self.label = label
    self.screen = screen.name
    self.badge = badge
  }

  /// The label in a language.
  public func label(in words: Words) -> String { words.string(LocalizedText(english: label)) }
}

/// A list and the screen that shows one of its rows, which stand beside each other where there is room.
public struct ListDetail: Hashable, Sendable {
  /// The name of the screen with the list.
  public let list: String
  /// The name of the screen that it opens for a row.
  public let detail: String

  /// A list and its detail.
  public init<List: ViewModel, Detail: ViewModel>(list: Screen<List>, detail: Screen<Detail>) {
    self.list = list.name
    self.detail = detail.name
  }
}

extension AppLayout {
  /// What a front in another process is told of it.
  public var json: JSON {
    let tabs = tabs.map { tab -> JSON in
      let members: JSON = ["tab": .string(tab.name), "label": .string(tab.label), "screen": .string(tab.screen)]
      return tab.badge.map { members.with(["badge": .string($0)]) } ?? members
    }
    let details = details.map { detail -> JSON in ["list": .string(detail.list), "detail": .string(detail.detail)] }
    return ["start": start.map(JSON.string) ?? .null, "tabs": .array(tabs), "details": .array(details)]
  }

  func mistakes(in screens: [AnyScreen], app: AnyScreen?) -> [DescriptionMistake] {
    let screens = Set(screens.map(\.name))
    let named = (start.map { [$0] } ?? []) + tabs.map(\.screen) + details.flatMap { [$0.list, $0.detail] }
    var sentences = named.filter { !screens.contains($0) }
      .map { "the screen \"\($0)\" is not among those of the app." }
    var names: Set<String> = []
    for tab in tabs {
      if !isPlainIdentifier(tab.name) {
        sentences.append("the name \"\(tab.name)\" of a tab is not a plain identifier.")
      }
      if !names.insert(tab.name).inserted { sentences.append("two tabs have the name \"\(tab.name)\".") }
      guard let badge = tab.badge else { continue }
      if app?.state.members.contains(where: { $0.name == badge && !$0.isPrivate }) != true {
        sentences.append(
          "the badge \"\(badge)\" of the tab \"\(tab.name)\" is not a field of the app's own state that all may see.")
      }
    }
    if let start, !tabs.isEmpty, !tabs.contains(where: { $0.screen == start }) {
      sentences.append("the start \"\(start)\" is not the screen of a tab.")
    }
    return sentences.map { DescriptionMistake("layout", $0) }
  }
}
