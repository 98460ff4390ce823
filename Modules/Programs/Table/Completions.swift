extension OptionTable {
  /// A script that completes the program's options, and their values where they are known.
  ///
  ///     source <(tributary-console --completions bash)
  ///     tributary-console --completions fish | source
  public func completions(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The name of the function in bash and zsh.
  private var function: String { "_" + program.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }

  private var bash: String {
    let cases = options.compactMap { option -> String? in
      let candidates: String
      switch option.value {
      case .none, .optional: return nil
      case .text, .choice:
        let words = option.value.words
        candidates = words.isEmpty ? "" : "compgen -W \(words.bashWords) -- \"$current\""
      case .file: candidates = "\(Self.filenames); compgen -f -- \"$current\""
      case .folder: candidates = "\(Self.filenames); compgen -d -- \"$current\""
      }
      let names = [option.name, option.alias].compactMap(\.self).joined(separator: "|")
      guard !candidates.isEmpty else { return "    \(names)) return ;;" }
      return "    \(names)) \(candidates.bashReply); return ;;"
    }
    let names = options.flatMap { [$0.name, $0.alias].compactMap(\.self) }
    let files = takesFiles ? ["  else", "    " + "\(Self.filenames); compgen -f -- \"$current\"".bashReply] : []
    let lines =
      [
        "\(function)() {",
        "  local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
        "  # The shell splits --name=value at the equals sign.",
        "  if [[ $current == '=' ]]; then",
        "    current=",
        "  elif [[ $previous == '=' ]]; then",
        "    previous=${COMP_WORDS[COMP_CWORD-2]}",
        "  fi",
        "  # The quote before a value of several words.",
        "  current=${current#\\\"} current=${current#\\'}",
        "  case $previous in",
      ] + cases + [
        "  esac",
        "  if [[ $current == -* ]]; then",
        "    " + "compgen -W \(names.bashWords) -- \"$current\"".bashReply,
      ] + files + ["  fi", "}", "complete -F \(function) \(program)"]
    return lines.joined(separator: "\n")
  }

  // An old bash has no compopt.
  private static let filenames = "compopt -o filenames 2>/dev/null"

  private var zsh: String {
    let specifications = options.flatMap { option in
      [option.name, option.alias].compactMap(\.self).map { name -> String in
        let text = "[\(option.summary.zshDescription)]"
        let start = (option.isRepeated ? "*" : "") + name
        let argument = option.value.name.map { ":\($0.zshDescription):" } ?? ""
        // A long option takes its value behind an equals sign, too.
        let equals = option.value != .none && name.hasPrefix("--") ? "=" : ""
        switch option.value {
        case .none, .optional: return start + text
        case .text, .choice:
          let words = option.value.words
          return start + equals + text + argument + (words.isEmpty ? "" : "(\(words.joined(separator: " ")))")
        case .file: return start + equals + text + argument + "_files"
        case .folder: return start + equals + text + argument + "_files -/"
        }
      }
    }
    let arguments = (specifications + (takesFiles ? ["*:file:_files"] : [])).map { "    \($0.quotedForShell)" }
    return """
      #compdef \(program)
      \(function)() {
        _arguments \\
      \(arguments.joined(separator: " \\\n"))
      }
      if [[ $funcstack[1] == \(function) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(program)
      fi
      """
  }

  private var fish: String {
    let lines = options.map { option in
      let names = [option.name, option.alias].compactMap(\.self).map { name in
        name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
      }
      var line = "complete -c \(program) " + names.joined(separator: " ")
      switch option.value {
      case .none, .optional: break
      case .text, .choice:
        let words = option.value.words
        line += " -x" + (words.isEmpty ? "" : " -a \(words.joined(separator: " ").quotedForFish)")
      case .file: line += " -r -F"
      case .folder: line += " -x -a '(__fish_complete_directories)'"
      }
      return line + " -d \(option.summary.quotedForFish)"
    }
    return ((takesFiles ? [] : ["complete -c \(program) -f"]) + lines).joined(separator: "\n")
  }
}

extension [String] {
  fileprivate var bashWords: String { "$'\(joined(separator: "\\n"))'" }
}

extension String {
  /// The command in whose output bash finds the candidates. What runs before the last command runs in the shell itself.
  fileprivate var bashReply: String {
    let commands = split(separator: "; ")
    return (commands.dropLast().map(String.init) + ["COMPREPLY=($(\(commands.last ?? "")))"]).joined(separator: "; ")
  }

  /// The text in an argument of `_arguments`, which ends at a bracket or a colon.
  fileprivate var zshDescription: String {
    map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  fileprivate var quotedForShell: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }

  fileprivate var quotedForFish: String {
    "'\(map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())'"
  }
}
