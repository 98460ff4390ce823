extension OptionTable {
  /// A manual page in the language of `man`.
  ///
  ///     tributary-console --man > tributary-console.1
  ///     man ./tributary-console.1
  public var manualPage: String {
    var lines = [
      #".TH "\#(program.uppercased().roff)" 1 "" "\#(title.roff)""#,
      ".SH NAME",
      summary.isEmpty ? program.roff : #"\#(program.roff) \- \#(summary.roff)"#,
      ".SH SYNOPSIS",
      #"\fB\#(program.roff)\fR \#(arguments.roff)"#,
    ]
    if !about.isEmpty { lines += [".SH DESCRIPTION", about.roff] }
    lines += [".SH OPTIONS", phrases[2].description.roff]
    for option in options {
      let names = ([option.name] + (option.alias.map { [$0] } ?? [])).map { #"\fB\#($0.roff)\fR"# }
      let value = option.value.name.map { #" \fI\#($0.roff)\fR"# } ?? ""
      lines += [
        ".TP", names.joined(separator: ", ") + value,
        option.sentence(option.name == "--help" ? phrases[3].description : option.about).roff,
      ]
    }
    for section in sections {
      lines += [".SH \"\(section.title.description.uppercased().roff)\"", section.text.description.roff]
    }
    return lines.joined(separator: "\n")
  }

  /// The first sentence about the program.
  private var summary: String {
    // A period inside of a word, as in a version, ends no sentence.
    let sentence = about.split(separator: ". ", maxSplits: 1).first.map { $0.last == "." ? $0.dropLast() : $0 } ?? ""
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}

extension CommandOption {
  fileprivate func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension String {
  /// The text on a line of a manual page, which begins with neither of the characters that mark a request.
  fileprivate var roff: String {
    let escaped = map { character in
      switch character {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "\n": " "
      // NB: a quotation mark would end the argument of a request.
      case "\"": #"\(dq"#
      default: String(character)
      }
    }.joined()
    return escaped.first == "." || escaped.first == "'" ? #"\&"# + escaped : escaped
  }
}
