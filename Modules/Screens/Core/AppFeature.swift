/// Something that an app has beside its screens, such as an outbox, accounts, or a log of what was bought: it hooks onto the app, which
/// does not know it.
///
/// ```swift
/// final class Visits: AppFeature {
///   private(set) var screens: [String] = []
///   private var cancellable: AnyCancellable?
///
///   func launch(in app: AppCore) {
///     cancellable = app.handleReports { [unowned self] report in
///       if case .opened = report.event, let screen = report.instance { screens.append(screen.name) }
///     }
///   }
///
///   func accountWillEnd(in app: AppCore) { screens = [] }
/// }
/// ```
///
/// <doc:AddAFeature> shows one with its test. An app has the features of its definition, ``AppDefinition/features``. One object belongs to
/// one ``AppCore``, which retains it. What is not implemented does nothing.
@preconcurrency @MainActor public protocol AppFeature: AnyObject {
  /// Adds values to the environment, before anything of the app is made.
  func prepare(_ environment: inout AppEnvironment)

  /// The app is made, and has no screen yet, nor its own view model: follow what happens by ``AppCore/handleReports(_:)`` from here on, and
  /// report what is wrong at the start by ``AppCore/report(fault:)``.
  func launch(in app: AppCore)

  /// The application gains or loses the user's attention. No screen knows it yet.
  func activityDidChange(to event: ApplicationEvent, in app: AppCore)

  /// It is decided that the account ends. Its screens are open, and nothing more can be sent, stored or asked for it.
  func accountWillEnd(in app: AppCore)

  /// The account is another one, or none: ``AppEnvironment/account``. Nothing is left of the one before.
  func accountDidChange(in app: AppCore)
}

extension AppFeature {
  public func prepare(_ environment: inout AppEnvironment) {}
  public func launch(in app: AppCore) {}
  public func activityDidChange(to event: ApplicationEvent, in app: AppCore) {}
  public func accountWillEnd(in app: AppCore) {}
  public func accountDidChange(in app: AppCore) {}
}
