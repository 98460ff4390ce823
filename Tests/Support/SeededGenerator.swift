public import Models

/// The random numbers of tests.
public typealias SeededGenerator = Models.SeededGenerator
