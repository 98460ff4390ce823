/// The error that things fail with in these tests.
struct Oops: Error, Equatable {}
