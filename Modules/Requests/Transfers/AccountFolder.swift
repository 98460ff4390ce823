package import Files

extension FileFolder {
  /// The folder of an account beside this one. A storage in the same folder removes it when the account signs out.
  ///
  /// - Parameter account: The name of the account; `nil` or empty for none, which has this folder.
  package func folder(of account: String?) -> FileFolder {
    guard let account, !account.isEmpty, let slash = path.lastIndex(of: "/") else { return self }
    return FileFolder("\(path[...slash])\(KeyOwner.scope(of: account)).\(path[path.index(after: slash)...])")
  }
}
