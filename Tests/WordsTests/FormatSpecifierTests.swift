import ExpectSupport
import Testing
import Words

@Suite struct FormatSpecifierTests {
  @Test(arguments: [
    ("%x", 255, "ff"), ("%X", 255, "FF"), ("%llx", 255, "ff"), ("%08x", 48_879, "0000beef"), ("%#x", 255, "0xff"),
    ("%o", 8, "10"), ("%c", 65, "A"), ("%x", -1, "ffffffff"), ("%llx", -1, "ffffffffffffffff"), ("%5d", 42, "   42"),
    ("%-5d|", 42, "42   |"), ("%05d", 42, "00042"), ("%+d", 42, "+42"), ("%1$x", 255, "ff"), ("%1$5lld", 42, "   42"),
    ("%C", 8_364, "€"), ("%c", -5, "\u{FFFD}"), ("%d", 1_200, "1.200"), ("%i", 3, "3"), ("%u", 3, "3"),
    ("%.3d", 7, "007"),
  ])
  func `shows an integer`(_ specifier: String, _ value: Int, _ text: String) throws {
    let strings = #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "\#(specifier)"}}}}}"#
    try expectEqual(words("de", strings).text("\(count: value)"), text)
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test(arguments: [
    ("%lf", "2,50"), ("%.1f", "2,5"), ("%8.1f", "     2,5"), ("%.0lf", "2"), ("%g", "2,50"), ("%+.1f", "+2,5"),
  ])
  func `shows a number`(_ specifier: String, _ text: String) throws {
    let strings = #"{"%lf": {"localizations": {"de": {"stringUnit": {"value": "\#(specifier)"}}}}}"#
    try expectEqual(words("de", strings).text("\(number: 2.5, fractionDigits: 2)"), text)
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test(arguments: [("%5@", "  Ada"), ("%-5@|", "Ada  |"), ("%s", "Ada"), ("%1$8@", "     Ada")])
  func `shows a text`(_ specifier: String, _ text: String) throws {
    let strings = #"{"%@": {"localizations": {"de": {"stringUnit": {"value": "\#(specifier)"}}}}}"#
    try expectEqual(words("de", strings).text("\("Ada")"), text)
    expectEqual(try catalog(strings).problems(), [])
  }

  @Test(arguments: ["%*d", "%p", "%a", "%n", "%v", "%999999999999999999999d", "%0$d", "%100$d"])
  func `names a specifier that it cannot read`(_ specifier: String) throws {
    let strings = #"{"%lld": {"localizations": {"de": {"stringUnit": {"value": "\#(specifier)"}}}}}"#
    try expectEqual(words("de", strings).text("\(count: 2)"), "2")
    #expect(try !catalog(strings).problems().isEmpty)
  }
}
