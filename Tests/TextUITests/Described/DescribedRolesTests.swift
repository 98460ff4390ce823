import ExpectSupport
import Screens
import StandardIO
import Streams
import Support
import Testing

@testable import TextUI

/// How a described view shows what values mean.
@MainActor @Suite struct DescribedRolesTests {
  private struct UploadState: ScreenState {
    var title = "Report"
    var note = RichText("Send it **today** to [Eve](https://example.com).")
    var sent: Double?
    var share = 0.125
    var time = 3_905
    var status = "waiting"
    var statusTone = Tone.neutral
    var unread = 0
    var due = LocalDateTime("2026-11-27T09:00")
    var chart = Series(unit: "messages", lines: [])
    var message: String?
    var isRetryHidden = true
    var isBusy: Bool { false }

    static let fields: Fields<UploadState> = [
      Field(\.title, "The file.", as: .title), Field(\.note, "What to do."),
      Field(\.sent, "How much is sent.", as: .progress), Field(\.share, "Its share.", as: .percent),
      Field(\.time, "How long it takes.", as: .duration),
      Field(\.status, "How it stands.").shownAsStatus(tone: \.statusTone),
      Field(\.statusTone, "How good that is."), Field(\.unread, "What is new.", as: .badge),
      Field(\.due, "When it is due."), Field(\.chart, "Messages a day."),
      Field(\.message, "Why it failed.", as: .failure),
      Field(\.isRetryHidden, "Whether nothing can be tried again."),
    ]
  }

  private enum UploadEvent: ScreenEvent {
    case startButtonWasTapped
    case retryButtonWasTapped

    static let cases: [EventCase<UploadEvent>] = [
      EventCase(.startButtonWasTapped, "Start."),
      EventCase(.retryButtonWasTapped, "Try again.").hidden(by: \UploadState.isRetryHidden),
    ]
  }

  private final class UploadModel: ViewModel {
    let eventSubject = EventSubject<UploadEvent>()
    @Published private(set) var state = UploadState()
    var statePublisher: Published<UploadState>.Publisher { $state }
    private var cancellable: AnyCancellable?

    init() {
      cancellable = eventSubject.sink { [weak self] _ in self?.fail() }
    }

    private func fail() {
      let day = LocalDate(daysSince1970: 20_000)
      var failed = state
      failed.sent = 0.6
      failed.unread = 3
      failed.status = "stopped"
      failed.statusTone = .negative
      failed.chart.lines = [.init("Ada", [.init(day: day, 4), .init(day: day.adding(days: 1), 2)])]
      failed.message = "The connection was lost."
      failed.isRetryHidden = false
      state = failed
    }
  }

  private struct UploadApp: TextApp {
    let core: AppCore
    var screens: [TextScreen] { [] }
  }

  private let screen = Screen<UploadModel>("upload", about: "A file that is sent.") { _, _ in UploadModel() }

  private func play(_ script: String) async -> String {
    let app = UploadApp(core: AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)])))
    let transcript = Transcript(script)
    await TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain)).run()
    return transcript.text
  }

  @Test func `shows each role in its manner`() async {
    let text = await play("open upload\ntap retry\ntap start\n")
    expectEqual(
      text,
      """
      > open upload
      upload
        title: Report
        note: Send it today to Eve (https://example.com).
        share: 13%
        time: 1 h 5 min
        status: waiting
        due: 2026-11-27 09:00
        [start]
      > tap retry
      error: line 2: The button retry is hidden.
      > tap start
        sent: 60%
        status: stopped
        unread: 3
        chart: messages
          Ada
            2024-10-04  ############################## 4
            2024-10-05  ############### 2
        message: The connection was lost.
        [retry]

      """)
  }

  @Test(
    arguments: [
      (nil, "sent: (none)"), (0, "sent: [--------------------] 0%"), (0.5, "sent: [##########----------] 50%"),
      (1, "sent: [####################] 100%"), (7, "sent: [####################] 700%"),
      (-1, "sent: [--------------------] -100%"),
      (.nan, "sent: unknown"), (.infinity, "sent: [####################] 100,000,000%"),
    ] as [(Double?, String)])
  func `draws a bar at a prompt, whatever the number`(_ part: Double?, _ text: String) {
    let bar = ProgressBar("sent")
    bar.part = part
    expectEqual(bar.cardLines.map(Style.plain.text), [text])
  }

  @Test func `draws a chart of any numbers`() {
    let chart = Chart("chart")
    chart.series = Series(
      unit: "", lines: [.init("", [.init(1, .infinity), .init(2, .nan), .init(3, -5), .init(4, 0)])])
    expectEqual(
      chart.lines.dropFirst().map(Style.plain.text),
      [
        "    1  inf", "    2  nan", "    3  ############################## -5", "    4  0",
      ])
  }
}
