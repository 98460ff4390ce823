import Dispatch
import JSONRPC
import Testing

@testable import Stdio

#if !os(Windows)
  /// The output that writes by itself where nothing can make it wait, and leaves the rest to the writer.
  @Suite struct PromptOutputTests {
    private let pipe = PlainPipe()
    private let writer: Writer
    private let output: PromptOutput

    init() {
      writer = Writer(pipe.input) { _ in }
      output = PromptOutput(writer, pipe.input)
    }

    private func frame(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

    @Test func whatIsGatheredLeavesTogetherAndInOrder() {
      output.gather {
        output.send(frame("1"))
        output.update("a", frame("2"))
        output.send(frame("3"))
        #expect(!pipe.hasText)
      }
      #expect(pipe.read(until: "3\n") == "1\n2\n3\n")
      output.gather {}
      #expect(!pipe.hasText)
    }

    #if os(Linux)
      @Test func aFrameThatFitsIsThereAtOnce() {
        output.send(frame("1"))
        #expect(pipe.hasText)
        #expect(writer.unwrittenCount == 0)
        output.gather { output.update("a", frame("2")) }
        #expect(pipe.read(until: "2\n") == "1\n2\n")
      }

      @Test func aSocketIsWrittenToAtOnceAsWell() {
        let pair = PlainPipe(ofSockets: true)
        let writer = Writer(pair.input) { _ in }
        let output = PromptOutput(writer, pair.input)
        output.send(frame("1"))
        #expect(pair.hasText)
        #expect(writer.unwrittenCount == 0)
        pair.fill()
        output.send(frame("2"))
        #expect(writer.unwrittenCount > 0)
        let text = pair.read(until: "x\n2\n")
        #expect(text.hasPrefix("1\n"))
      }
    #endif

    @Test(arguments: [10_000, 40_000, 65_000])
    func aFrameThatIsCutIsCompletedBeforeWhatFollows(waiting: Int) {
      let (pipe, before, text) = (pipe, String(repeating: "x", count: waiting), String(repeating: "y", count: 60_000))
      output.send(frame(before))
      output.gather {
        output.update("a", frame(text))
        output.update("b", frame("old"))
        output.send(frame("1"))
      }
      output.update("b", frame("new"))
      output.send(frame("2"))
      let lines = pipe.read(until: "\n2\n").split(separator: "\n").map(String.init)
      // NB: whether the writer has the old one in hand already when the new one comes is up to the threads.
      #expect(
        lines.filter { $0 != "old" } == [before, text, "1", "new", "2"] || lines == [before, text, "new", "1", "2"])
    }

    @Test func whatIsGatheredMayLeaveEarly() {
      output.gather {
        output.send(frame("1"))
        output.flush()
        #expect(pipe.read(until: "1\n") == "1\n")
        output.send(frame("2"))
      }
      #expect(pipe.read(until: "2\n") == "2\n")
    }

    @Test(arguments: [10, 4_095, 4_096, 4_097, 70_000, 1_000_000])
    func aFrameOfAnySizeArrivesWhole(size: Int) {
      let (pipe, text) = (pipe, String(repeating: "y", count: size))
      output.gather {
        output.send(frame("1"))
        output.send(frame(text))
        output.send(frame("3"))
      }
      output.send(frame("4"))
      #expect(pipe.read(until: "4\n") == "1\n\(text)\n3\n4\n")
    }

    @Test func aFullPipeKeepsNobodyWaiting() {
      pipe.fill()
      output.send(frame("1"))
      for number in 2...100 { output.update("a", frame("old \(number)")) }
      output.update("a", frame("new"))
      output.send(frame("3"))
      #expect(writer.unwrittenCount > 0)
      // NB: the writer may have taken the first frames in hand; of the updates that wait the newest alone is kept.
      let lines = pipe.read(until: "\n3\n").split(separator: "\n").drop { $0.hasPrefix("x") }
      #expect(lines.first == "1")
      #expect(lines.suffix(2) == ["new", "3"])
      #expect(lines.count <= 4)
    }

    @Test func nothingOvertakesWhatTheWriterHas() {
      pipe.fill()
      writer.send(frame("1"))
      output.send(frame("2"))
      let text = pipe.read(until: "\n2\n")
      #expect(text.hasSuffix("x\n1\n2\n"))
      output.send(frame("3"))
      #expect(pipe.read(until: "3\n") == "3\n")
    }
  }
#endif
