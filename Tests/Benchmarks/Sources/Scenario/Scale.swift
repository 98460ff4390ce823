import Foundation

/// A logarithmic scale from a ratio to a position in a picture.
struct Scale {
  private let least: Double
  private let greatest: Double
  private let width: Int

  /// A scale of a width for the ratios between two.
  init(from least: Double, to greatest: Double, width: Int) {
    (self.least, self.greatest, self.width) = (least, max(greatest, least * 2), width)
  }

  /// The distance of a ratio from the beginning.
  func position(_ ratio: Double) -> Int {
    Int((log(ratio / least) / log(greatest / least) * Double(width)).rounded())
  }

  /// The ratios to mark.
  var ticks: [Double] { [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].filter { least...greatest ~= $0 } }
}
