import Descriptions
import JSONRPC
import Screens

/// The method that concerns pictures.
extension Method {
  static let pictureGet = Method(
    name: "picture/get",
    about:
      "The bytes of a picture whose address a state has, from an origin that the app allows. Its type is that of its bytes.",
    kind: .request,
    parameters: [
      Parameter("address", "The address of the picture.", isRequired: true) { _ in
        .json(schema: ["title": "PictureAddress", "type": "string"])
      }
    ],
    result: { _ in
      .record(
        "LoadedPicture",
        [
          .init("data", .text(), "The bytes in base 64."),
          .init("type", .choice("PictureType", PictureType.allCases.map(\.rawValue)), "The media type."),
        ])
    },
    errors: [.pictureUnavailable],
    run: { server, arguments, call throws(RPCError) in
      let address = Link(try arguments.string(0) ?? "")
      let environment = server.app.environment
      guard let picture = environment.pictures.allowedPicture(at: address) else {
        throw RPCError(.pictureUnavailable, reason: PictureError.notAllowed.rawValue)
      }
      let loading =
        picture
        .receive(on: environment.main)
        .sink { completion in
          guard case .failure(let error) = completion else { return }
          call.fail(RPCError(.pictureUnavailable, reason: error.rawValue))
        } receiveValue: { picture in
          call.succeed { writer in
            writer.member("data", picture.base64)
            writer.member("type", picture.type.rawValue)
          }
        }
      // NB: the call keeps what loads, and lets go of it with its answer.
      call.onCancel = { loading.cancel() }
    })
}
