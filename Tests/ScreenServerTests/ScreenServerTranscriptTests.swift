import ScreenServer
import Testing

@testable import ServerSupport

/// The other screens, frame by frame.
@MainActor @Suite struct ScreenServerTranscriptTests {
  @Test func `buys a product once`() {
    let stage = ServerStage(latency: 100)
    #expect(
      stage.say(open(1, "product")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"product-1","rev":1,"state":{"buttonEnabled":false,"description":null,"errorText":null,"errorTextHidden":true,"isBusy":false,"isLoading":false,"phase":{"type":"initial"},"priceText":null,"receiptText":null,"retryButtonHidden":true,"title":null}}}"#,
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":2,"state":{"buttonEnabled":false,"description":null,"errorText":null,"errorTextHidden":true,"isBusy":true,"isLoading":true,"phase":{"type":"initial"},"priceText":null,"receiptText":null,"retryButtonHidden":true,"title":null}}}"#,
      ])
    #expect(
      stage.wait(100) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":3,"state":{"buttonEnabled":true,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":null,"errorTextHidden":true,"isBusy":false,"isLoading":false,"phase":{"type":"initial"},"priceText":"$199.00","receiptText":null,"retryButtonHidden":true,"title":"Wand"}}}"#
      ])
    #expect(
      stage.say(send(2, "product-1", "purchase")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":4,"state":{"buttonEnabled":false,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":null,"errorTextHidden":true,"isBusy":true,"isLoading":false,"phase":{"type":"purchasing"},"priceText":"$199.00","receiptText":null,"retryButtonHidden":true,"title":"Wand"}}}"#,
        #"{"id":2,"jsonrpc":"2.0","result":{"rev":4}}"#,
      ])
    #expect(
      stage.say(send(3, "product-1", "purchase")) == [
        #"{"id":3,"jsonrpc":"2.0","result":{"rev":4}}"#
      ])
    #expect(
      stage.wait(100) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":5,"state":{"buttonEnabled":false,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":null,"errorTextHidden":true,"isBusy":false,"isLoading":false,"phase":{"receipt":{"date":"2026-11-20T15:04:05Z","id":"R-2GMJLWAN","price":{"amount":"199.00","currency":"USD"},"productID":"wand"},"type":"purchased"},"priceText":"$199.00","receiptText":"Purchased for $199.00. Today at 3:04:05 PM.","retryButtonHidden":true,"title":"Wand"}}}"#
      ])
  }

  @Test func `shows the message of a failed purchase`() {
    let stage = ServerStage(latency: 100, failures: [.purchase])
    #expect(
      stage.say(open(1, "product")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"product-1","rev":1,"state":{"buttonEnabled":false,"description":null,"errorText":null,"errorTextHidden":true,"isBusy":false,"isLoading":false,"phase":{"type":"initial"},"priceText":null,"receiptText":null,"retryButtonHidden":true,"title":null}}}"#,
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":2,"state":{"buttonEnabled":false,"description":null,"errorText":null,"errorTextHidden":true,"isBusy":true,"isLoading":true,"phase":{"type":"initial"},"priceText":null,"receiptText":null,"retryButtonHidden":true,"title":null}}}"#,
      ])
    #expect(
      stage.wait(100) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":3,"state":{"buttonEnabled":true,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":null,"errorTextHidden":true,"isBusy":false,"isLoading":false,"phase":{"type":"initial"},"priceText":"$199.00","receiptText":null,"retryButtonHidden":true,"title":"Wand"}}}"#
      ])
    #expect(
      stage.say(send(2, "product-1", "purchase")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":4,"state":{"buttonEnabled":false,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":null,"errorTextHidden":true,"isBusy":true,"isLoading":false,"phase":{"type":"purchasing"},"priceText":"$199.00","receiptText":null,"retryButtonHidden":true,"title":"Wand"}}}"#,
        #"{"id":2,"jsonrpc":"2.0","result":{"rev":4}}"#,
      ])
    #expect(
      stage.wait(100) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"product-1","rev":5,"state":{"buttonEnabled":true,"description":"Eleven inches of oak, with a core that nobody talks about.","errorText":"Something went wrong!","errorTextHidden":false,"isBusy":false,"isLoading":false,"phase":{"message":"Something went wrong!","type":"error"},"priceText":"$199.00","receiptText":null,"retryButtonHidden":true,"title":"Wand"}}}"#
      ])
  }

  @Test func `checks a user name and creates an account`() {
    let stage = ServerStage(latency: 100)
    #expect(
      stage.say(open(1, "registration")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"registration-1","rev":1,"state":{"createEnabled":false,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":"Enter a password, twice.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"","usernameStatus":"empty","usernameText":"Enter a user name.","usernameTone":"regular"}}}"#
      ])
    #expect(
      stage.say(text(2, "registration-1", "usernameChanged", "merlin")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":2,"state":{"createEnabled":false,"failureText":null,"isBusy":true,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":"Enter a password, twice.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"merlin","usernameStatus":"checking","usernameText":"Checking the user name...","usernameTone":"regular"}}}"#,
        #"{"id":2,"jsonrpc":"2.0","result":{"rev":2}}"#,
      ])
    #expect(
      stage.wait(600) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":3,"state":{"createEnabled":false,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":"Enter a password, twice.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"merlin","usernameStatus":"taken","usernameText":"This user name is taken.","usernameTone":"failure"}}}"#
      ])
    #expect(
      stage.say(text(3, "registration-1", "usernameChanged", "ada")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":4,"state":{"createEnabled":false,"failureText":null,"isBusy":true,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":"Enter a password, twice.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"checking","usernameText":"Checking the user name...","usernameTone":"regular"}}}"#,
        #"{"id":3,"jsonrpc":"2.0","result":{"rev":4}}"#,
      ])
    #expect(
      stage.wait(600) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":5,"state":{"createEnabled":false,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":"Enter a password, twice.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"available","usernameText":"This user name is available.","usernameTone":"regular"}}}"#
      ])
    #expect(
      stage.say(text(4, "registration-1", "passwordChanged", "open sesame")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":6,"state":{"createEnabled":false,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":true,"passwordText":"The passwords are not the same.","passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"available","usernameText":"This user name is available.","usernameTone":"regular"}}}"#,
        #"{"id":4,"jsonrpc":"2.0","result":{"rev":6}}"#,
      ])
    #expect(
      stage.say(text(5, "registration-1", "passwordAgainChanged", "open sesame")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":7,"state":{"createEnabled":true,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":true,"passwordEntered":true,"passwordText":null,"passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"available","usernameText":"This user name is available.","usernameTone":"regular"}}}"#,
        #"{"id":5,"jsonrpc":"2.0","result":{"rev":7}}"#,
      ])
    #expect(
      stage.say(send(6, "registration-1", "createButtonWasTapped")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":8,"state":{"createEnabled":false,"failureText":null,"isBusy":true,"isCreating":true,"passwordAgainEntered":true,"passwordEntered":true,"passwordText":null,"passwordTone":"regular","passwordsCleared":false,"resultText":null,"resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"available","usernameText":"This user name is available.","usernameTone":"regular"}}}"#,
        #"{"id":6,"jsonrpc":"2.0","result":{"rev":8}}"#,
      ])
    #expect(
      stage.wait(100) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"registration-1","rev":9,"state":{"createEnabled":false,"failureText":null,"isBusy":false,"isCreating":false,"passwordAgainEntered":false,"passwordEntered":false,"passwordText":null,"passwordTone":"regular","passwordsCleared":true,"resultText":"The account ada was created.","resultTone":"regular","retryButtonHidden":true,"username":"ada","usernameStatus":"registered","usernameText":null,"usernameTone":"regular"}}}"#
      ])
    #expect(!stage.everything.contains("sesame"))
  }

  @Test func `accepts the terms with a name`() {
    let stage = ServerStage()
    #expect(
      stage.say(open(1, "terms")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"terms-1","rev":1,"state":{"acceptanceText":null,"acceptedAt":null,"acceptedBy":null,"acceptedPrivacy":false,"acceptedTerms":false,"name":"","submitEnabled":false}}}"#
      ])
    #expect(
      stage.say(isOn(2, "terms-1", "acceptedTermsChanged")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"terms-1","rev":2,"state":{"acceptanceText":null,"acceptedAt":null,"acceptedBy":null,"acceptedPrivacy":false,"acceptedTerms":true,"name":"","submitEnabled":false}}}"#,
        #"{"id":2,"jsonrpc":"2.0","result":{"rev":2}}"#,
      ])
    #expect(
      stage.say(isOn(3, "terms-1", "acceptedPrivacyChanged")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"terms-1","rev":3,"state":{"acceptanceText":null,"acceptedAt":null,"acceptedBy":null,"acceptedPrivacy":true,"acceptedTerms":true,"name":"","submitEnabled":false}}}"#,
        #"{"id":3,"jsonrpc":"2.0","result":{"rev":3}}"#,
      ])
    #expect(
      stage.say(text(4, "terms-1", "nameChanged", "Ada")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"terms-1","rev":4,"state":{"acceptanceText":null,"acceptedAt":null,"acceptedBy":null,"acceptedPrivacy":true,"acceptedTerms":true,"name":"Ada","submitEnabled":true}}}"#,
        #"{"id":4,"jsonrpc":"2.0","result":{"rev":4}}"#,
      ])
    #expect(
      stage.say(send(5, "terms-1", "submitButtonWasTapped")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"terms-1","rev":5,"state":{"acceptanceText":"Ada accepted the terms and the privacy statement. Today at 3:04:05 PM.","acceptedAt":"2026-11-20T15:04:05Z","acceptedBy":"Ada","acceptedPrivacy":true,"acceptedTerms":true,"name":"Ada","submitEnabled":true}}}"#,
        #"{"id":5,"jsonrpc":"2.0","result":{"rev":5}}"#,
      ])
    #expect(stage.wait(0) == [])
  }

  @Test func `updates two blogs after one publication`() {
    let stage = ServerStage()
    #expect(
      stage.say(open(1, "blog")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"blog-1","rev":1,"state":{"isPublishing":false,"newestTitle":null,"title":""}}}"#
      ])
    #expect(
      stage.say(open(2, "blog")) == [
        #"{"id":2,"jsonrpc":"2.0","result":{"instance":"blog-2","rev":1,"state":{"isPublishing":false,"newestTitle":null,"title":""}}}"#
      ])
    #expect(
      stage.say(text(3, "blog-1", "titleChanged", "Hello")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"blog-1","rev":2,"state":{"isPublishing":false,"newestTitle":null,"title":"Hello"}}}"#,
        #"{"id":3,"jsonrpc":"2.0","result":{"rev":2}}"#,
      ])
    #expect(
      stage.say(send(4, "blog-1", "publishButtonWasTapped")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"blog-1","rev":3,"state":{"isPublishing":true,"newestTitle":null,"title":"Hello"}}}"#,
        #"{"id":4,"jsonrpc":"2.0","result":{"rev":3}}"#,
      ])
    // NB: a notification center tells its observers in no order.
    #expect(
      Set(stage.wait(0)) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"blog-1","rev":4,"state":{"isPublishing":false,"newestTitle":"Hello","title":"Hello"}}}"#,
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"blog-2","rev":2,"state":{"isPublishing":false,"newestTitle":"Hello","title":""}}}"#,
      ])
  }

  @Test func `draws numbers for the counter`() {
    let stage = ServerStage()
    #expect(
      stage.say(open(1, "counter")) == [
        #"{"id":1,"jsonrpc":"2.0","result":{"instance":"counter-1","rev":1,"state":{"character":"⓪","number":0,"numberText":"⓪ (0.circle)","symbolName":"0.circle"}}}"#
      ])
    #expect(
      stage.say(send(2, "counter-1", "nextButtonWasTapped")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"counter-1","rev":2,"state":{"character":"⑧","number":8,"numberText":"⑧ (8.circle)","symbolName":"8.circle"}}}"#,
        #"{"id":2,"jsonrpc":"2.0","result":{"rev":2}}"#,
      ])
    #expect(
      stage.say(send(3, "counter-1", "nextButtonWasTapped")) == [
        #"{"jsonrpc":"2.0","method":"screen/update","params":{"instance":"counter-1","rev":3,"state":{"character":"㉝","number":33,"numberText":"㉝ (33.circle)","symbolName":"33.circle"}}}"#,
        #"{"id":3,"jsonrpc":"2.0","result":{"rev":3}}"#,
      ])
  }
}

/// An event with a text.
private func text(_ id: Int, _ instance: String, _ type: String, _ text: String) -> String {
  request(id, "screen/send", #"{"instance":"\#(instance)","event":{"type":"\#(type)","text":"\#(text)"}}"#)
}

/// An event of a switch that was turned on.
private func isOn(_ id: Int, _ instance: String, _ type: String) -> String {
  request(id, "screen/send", #"{"instance":"\#(instance)","event":{"type":"\#(type)","isOn":true}}"#)
}
