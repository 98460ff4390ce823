/// All rows.
public var costs: [Cost] { origins + oneUpstream + reducing + timing + severalUpstreams + sharing + extras }
