extension Method {
  /// Every method, in the order of the protocol's table.
  static let all = [
    initialize, notification("initialized", "Ignored."),
    discover, screenList, screenOpen, screenSend, screenGet, screenShow, screenLeave, screenClose, applicationSend,
    applicationLocalize,
    sync,
    questionAnswer, pictureGet, fileBegin, fileWrite, fileRead, fileEnd, ping, cancelRequest, serviceEvent, shutdown,
    exit,
  ]
}
