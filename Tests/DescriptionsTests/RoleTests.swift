import Descriptions
import ExpectSupport
import Testing

@Suite struct RoleTests {
  private struct Upload: DescribedObject {
    var name = ""
    var sent: Double?
    var parts = 0
    var status = ""
    var statusTone = Tone.neutral
    var message: String?

    static let fields: Fields<Upload> = [
      Field(\.name, "The file.").shown(as: .title).inSection("File").prompting("report.pdf"),
      Field(\.parts, "Its parts.").shown(as: .count).inSection("File"),
      Field(\.sent, "How much is sent.").shown(as: .progress),
      Field(\.status, "How it stands.").shownAsStatus(tone: \.statusTone),
      Field(\.statusTone, "How good that is."),
      Field(\.message, "Why it failed.").shown(as: .failure).shownWhenEmpty(),
    ]
  }

  @Test func `stands in the schema`() {
    let properties = Upload.schema["properties"]
    expectEqual(properties?["name"]?["x-role"], "title")
    expectEqual(properties?["name"]?["x-section"], "File")
    expectEqual(properties?["name"]?["x-prompt"], "report.pdf")
    expectEqual(properties?["status"]?["x-tone"], "statusTone")
    expectEqual(properties?["statusTone"]?["enum"], ["neutral", "positive", "caution", "negative"])
    #expect(properties?["message"]?["x-shown-when-empty"] == true)
    expectEqual(Upload.fields.mistakes, [])
  }

  private enum Outcome: String, Choice {
    case open, done, lost
  }

  private struct Delivery: DescribedObject {
    var text = ""
    var outcome = Outcome.open
    var result: String?
    var isMoving = false
    var token = ""
    var label = Picture(Link("https://labels.example/1.png"), words: "The label")

    static let fields: Fields<Delivery> = [
      Field(\.text, "How it ended.").shownAsStatus(by: \.outcome, [.done: .positive, .lost: .negative]),
      Field(\.outcome, "The same, for programs."), Field(\.result, "What was done.").shown(as: .success),
      Field(\.isMoving, "Whether it is on its way.").shown(as: .activity), Field(\.token, "A number.").forPrograms(),
      Field(\.label, "What is on the parcel."),
    ]
  }

  @Test func `says what the words of another property stand for, and what people do not read`() {
    let properties = Delivery.schema["properties"]
    expectEqual(properties?["text"]?["x-role"], "status")
    expectEqual(properties?["text"]?["x-tone"], "outcome")
    expectEqual(properties?["text"]?["x-tones"], ["done": "positive", "lost": "negative"])
    expectEqual(properties?["result"]?["x-role"], "success")
    expectEqual(properties?["isMoving"]?["x-role"], "activity")
    #expect(properties?["token"]?["x-for-people"] == false)
    #expect(properties?["text"]?["x-for-people"] == nil)
    expectEqual(properties?["label"]?["properties"]?["address"]?["x-role"], "image")
    expectEqual(Delivery.fields.mistakes, [])
  }

  private struct Wrong: DescribedObject {
    var name = 1
    var secret = ""
    var status = ""
    var other = ""
    var tone = Tone.neutral

    static let fields: Fields<Wrong> = [
      Field(\.name, "A number.").shown(as: .title).inSection("One"),
      Field(\.secret, "A text.").shown(as: .newSecret),
      Field(\.status, "Without a tone.").shown(as: .status).inSection("One"),
      Field(\.other, "With a tone that is left out.").shownAsStatus(tone: \.tone),
      .leftOut(\.tone),
    ]
  }

  @Test func `is checked`() {
    expectEqual(
      Wrong.fields.mistakes,
      [
        #"the field "name" has the role title, and is not a text."#,
        #"the field "secret" has the role newSecret, and is not a secret."#,
        #"the status "status" has no tone; say it by `shownAsStatus(tone:)`."#,
        #"the status "other" has a tone that is in no field."#,
        #"the fields of the section "One" stand apart."#,
      ])
  }
}
