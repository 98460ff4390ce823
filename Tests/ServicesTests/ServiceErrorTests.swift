import Services
import Testing

@Suite struct ServiceErrorTests {
  @Test(arguments: [400, 401, 402, 403, 404, 410, 422, 499])
  func `a client error is a definite answer`(status: Int) {
    #expect(ServiceError.status(status).isDefinite)
    #expect(ServiceError.problem(status: status, detail: "No.").isDefinite)
  }

  @Test(arguments: [301, 302, 408, 409, 425, 429, 500, 503])
  func `a status that a retry may overcome is not definite`(status: Int) {
    #expect(!ServiceError.status(status).isDefinite)
    #expect(!ServiceError.problem(status: status, detail: "Later.").isDefinite)
  }

  @Test(
    arguments: [
      .unknownHost, .connectionRefused, .noSecureConnection, .transport(code: -1005), .timeout, .decoding, .tooLarge,
      .cancelled,
    ] as [ServiceError])
  func `an error without a status is not definite`(error: ServiceError) {
    #expect(!error.isDefinite)
    #expect(error.httpStatus == nil)
  }
}
