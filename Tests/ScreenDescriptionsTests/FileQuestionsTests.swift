import ExpectSupport
import JSON
import Requests
import ScreenDescriptions
import StandardIO
import Support
import Testing

@Suite struct FileQuestionsTests {
  @Test func `a picked file is the same after it was written and read`() {
    let codec = FrontQuestion.pickFile.answer
    let file = FileReference(name: "a.png", mediaType: "image/png", bytes: [0, 255, 10])
    expectEqual(codec.read(JSONText(scanned: codec.json(file)[...])), file)
    #expect(codec.read(JSONText(scanned: Array(#"{"name":"a","base64":"%%"}"#.utf8)[...])) == nil)
  }

  @Test func `a file that is picked to be sent has no bytes in what is recorded`() throws {
    let request = FrontRequest.pickFileToSend(["image/*"], limit: 3)
    let file = try #require(
      request.answer.read(JSONText(scanning: #"{"name":"../a.png","base64":"AP8K"}"#.utf8)))
    #expect(file.name == "a.png" && file.bytes == [0, 255, 10])
    #expect(!String(decoding: request.answer.json(file), as: UTF8.self).contains("AP8K"))
    #expect(request.fault(file) == nil)
    #expect(request.fault(FileReference(name: "a", bytes: [1, 2, 3, 4])) != nil)
  }

  @Test(arguments: [true, false])
  func `the wish of an event is what its question asks with`(isWhole: Bool) throws {
    let wish = FileWish(types: ["image/*"], limit: 3, isWhole: isWhole)
    let request = FrontRequest.pickFile(wish)
    expectEqual(request.input as? FileWish, wish)
    let file = FileReference(name: "a", bytes: [0, 255, 10])
    #expect(String(decoding: request.answer.json(file), as: UTF8.self).contains("AP8K") == isWhole)
  }

  @Test func `a wish for a file opens it, whole or not`() throws {
    let folder = TemporaryFolder()
    try SmallFile.create(folder.path + "/a.txt", [1, 2, 3])
    let path = folder.path + "/a.txt"
    try expectEqual(FileWish(limit: 3).open(path).bytes, [1, 2, 3])
    #expect(throws: FileError.self) { try FileWish(limit: 2).open(path) }
    let file = try FileWish(limit: 2, isWhole: false).open(path)
    #expect(file.bytes == nil && file.size == 3)
  }

  @Test func `a wish that does not say so is for the whole file`() throws {
    let wish = FileWish.record.read(try JSONText(scanning: #"{"types":[],"limit":3}"#.utf8))
    #expect(wish?.isWhole == true)
    let other = FileWish.record.read(try JSONText(scanning: #"{"types":[],"limit":3,"whole":false}"#.utf8))
    #expect(other?.isWhole == false)
  }
}
