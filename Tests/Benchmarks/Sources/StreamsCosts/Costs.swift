import Scenario

/// All rows, by section.
public var costs: [(title: String, rows: [Cost])] {
  [
    ("Subjects and properties", subjects),
    ("Subscribers", subscribers),
    ("Publishers of their own elements", origins),
    ("One publisher", oneUpstream),
    ("One result", reducing),
    ("Time", timing + timingInPortions),
    ("Several publishers", combining + severalUpstreams),
    ("Sharing", sharing),
    ("StreamsExtras", extras),
  ]
}
