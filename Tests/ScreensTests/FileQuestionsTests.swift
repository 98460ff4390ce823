import JSON
import Testing

@testable import Screens

@Suite struct FileQuestionsTests {
  @Test func `a picked file is the same after it was written and read`() {
    let codec = FrontQuestion.pickFile.answer
    let file = FileReference(name: "a.png", mediaType: "image/png", bytes: [0, 255, 10])
    #expect(codec.read(JSONText(scanned: codec.json(file)[...])) == file)
    #expect(codec.read(JSONText(scanned: Array(#"{"name":"a","base64":"%%"}"#.utf8)[...])) == nil)
  }
}
