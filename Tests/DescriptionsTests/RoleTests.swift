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
      Field(\.name, "The file.", as: .title).inSection("File").prompting("report.pdf"),
      Field(\.parts, "Its parts.", as: .count).inSection("File"),
      Field(\.sent, "How much is sent.", as: .progress),
      Field(\.status, "How it stands.").shownAsStatus(tone: \.statusTone),
      Field(\.statusTone, "How good that is."),
      Field(\.message, "Why it failed.", as: .failure).shownWhenEmpty(),
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
      Field(\.outcome, "The same, for programs."), Field(\.result, "What was done.", as: .success),
      Field(\.isMoving, "Whether it is on its way.", as: .activity), Field(\.token, "A number.").forPrograms(),
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
    var number = ""
    var status = 1
    var other = ""
    var tone = Tone.neutral

    static let fields: Fields<Wrong> = [
      Field(\.name, "A number.", as: .count).inSection("One"),
      Field(\.number, "A text.", as: .title),
      Field(\.status, "A number.").shownAsStatus(tone: \.tone).inSection("One"),
      Field(\.other, "With a tone that is left out.").shownAsStatus(tone: \.tone),
      .leftOut(\.tone),
    ]
  }

  @Test func `is checked`() {
    expectEqual(
      Wrong.fields.mistakes,
      [
        #"the status "status" is not a text."#,
        #"the status "status" has a tone that is in no field."#,
        #"the status "other" has a tone that is in no field."#,
        #"the fields of the section "One" stand apart."#,
      ])
  }
}
