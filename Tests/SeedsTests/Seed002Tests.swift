import Foundation
import Streams
import Testing

/// Seed 002, "Getting Started with Combine": the blog, the terms, and the wizard school.
@MainActor @Suite struct Seed002Tests {
  @Test func `shows a published title in the label`() {
    let controller = Blog.ViewController()
    controller.viewDidLoad()
    controller.blogTextField.text = "Wands"
    controller.publishButton.sendActions(for: .primaryActionTriggered)
    #expect(controller.subscribedLabel.text == "Wands")
    controller.blogTextField.text = nil
    controller.publishButton.sendActions(for: .primaryActionTriggered)
    #expect(controller.subscribedLabel.text == "Coming soon")
  }

  @Test func `publishes what the product's view model publishes`() {
    let controller = Blog.ViewController()
    controller.viewDidLoad()
    let script = ["Wands", nil, "Cloaks"]
    let titles = script.map { title in
      controller.blogTextField.text = title
      controller.publishButton.sendActions(for: .primaryActionTriggered)
      return controller.subscribedLabel.text
    }
    #expect(titles == ProductScreens.blog(script))
  }

  @Test func `shows one post in two labels`() {
    let (first, second) = (Blog.ViewController(), Blog.ViewController())
    first.viewDidLoad()
    second.viewDidLoad()
    first.blogTextField.text = "Cloaks"
    first.publishButtonTapped(first.publishButton)
    #expect(second.subscribedLabel.text == "Cloaks")
  }

  @Test func `enables submit when everything is there`() {
    let controller = Terms.ViewController()
    controller.viewDidLoad()
    controller.submitButton.isEnabled = true
    RunLoop.main.advance(by: 0)
    #expect(!controller.submitButton.isEnabled)

    controller.acceptedSwitch.isOn = true
    controller.acceptTerms(controller.acceptedSwitch)
    controller.privacySwitch.isOn = true
    controller.acceptPrivacy(controller.privacySwitch)
    controller.nameField.text = "Ada"
    controller.nameChanged(controller.nameField)
    RunLoop.main.advance(by: 0)
    #expect(controller.submitButton.isEnabled)

    controller.privacySwitch.isOn = false
    controller.acceptPrivacy(controller.privacySwitch)
    RunLoop.main.advance(by: 0)
    #expect(!controller.submitButton.isEnabled)
  }

  @Test func `enables submit when the product's view model does`() {
    let controller = Terms.ViewController()
    controller.viewDidLoad()
    let script: [TermsStep] = [
      .name("Ada"), .terms(true), .privacy(true), .name(""), .name("Ada"), .terms(false), .privacy(false), .terms(true),
      .privacy(true),
    ]
    let enabled = script.map { step in
      switch step {
      case .terms(let isOn):
        controller.acceptedSwitch.isOn = isOn
        controller.acceptTerms(controller.acceptedSwitch)
      case .privacy(let isOn):
        controller.privacySwitch.isOn = isOn
        controller.acceptPrivacy(controller.privacySwitch)
      case .name(let text):
        controller.nameField.text = text
        controller.nameChanged(controller.nameField)
      }
      RunLoop.main.advance(by: 0)
      return controller.submitButton.isEnabled
    }
    #expect(enabled == ProductScreens.terms(script))
  }

  @Test func `enables create when the product's view model does`() {
    let controller = School.ViewController()
    controller.viewDidLoad()
    let script: [RegistrationStep] = [
      .wait(0.5), .username("m"), .wait(0.4), .username("merlin"), .password("xyzzy"), .passwordAgain("xyzzy"),
      .wait(0.5), .username("merlina"), .username("merlin"), .wait(0.5), .password("password1"),
      .passwordAgain("password1"), .wait(0.5), .password("plugh"), .wait(0.5), .passwordAgain("plugh"), .wait(0.5),
      .password(""), .passwordAgain(""), .wait(0.5), .username("morgana"), .password("plugh"),
      .passwordAgain("plugh"), .wait(0.5),
    ]
    let enabled = script.compactMap { step -> Bool? in
      switch step {
      case .username(let text): controller.username = text
      case .password(let text): controller.password = text
      case .passwordAgain(let text): controller.passwordAgain = text
      case .wait(let seconds):
        RunLoop.main.advance(by: seconds)
        return controller.createButton.isEnabled
      }
      return nil
    }
    let product = ProductScreens.registration(script)
    #expect(enabled == product.enabled)
    // The product does not check an empty name.
    #expect(controller.asked.filter { !$0.isEmpty } == product.checked)
  }

  @Test func `enables create for an available name and a valid password`() {
    let controller = School.ViewController()
    controller.viewDidLoad()
    RunLoop.main.advance(by: 0.5)
    #expect(!controller.createButton.isEnabled)
    controller.username = "m"
    RunLoop.main.advance(by: 0.4)
    controller.username = "merlin"
    controller.password = "xyzzy"
    controller.passwordAgain = "xyzzy"
    RunLoop.main.advance(by: 0.5)
    #expect(controller.createButton.isEnabled)
    // Half a second of silence came after the last keystroke alone.
    #expect(controller.asked == ["", "merlin"])

    controller.username = "merlina"
    controller.username = "merlin"
    RunLoop.main.advance(by: 0.5)
    #expect(controller.asked == ["", "merlin"])

    controller.password = "password1"
    controller.passwordAgain = "password1"
    RunLoop.main.advance(by: 0)
    #expect(!controller.createButton.isEnabled)
  }

  @Test(arguments: [
    ("xyzzy", "xyzzy", "xyzzy"), ("xyzzy", "plugh", nil), ("", "", nil), ("password1", "password1", nil as String?),
  ])
  func `accepts an equal password that is neither empty nor common`(
    _ password: String, _ again: String, _ valid: String?
  ) {
    let controller = School.ViewController()
    controller.password = password
    controller.passwordAgain = again
    var heard: [String?] = []
    let cancellable = controller.validatedPassword.sink { heard.append($0) }
    cancellable.cancel()
    #expect(heard == [valid])
  }
}

extension Notification.Name {
  fileprivate static let newBlogPost = Notification.Name("newPost")
}

private struct BlogPost {
  let title: String
}

// MARK: - How does it work?

private enum Blog {
  class ViewController: UIViewController {
    let blogTextField = UITextField()
    let publishButton = UIButton()
    let subscribedLabel = UILabel()

    override func viewDidLoad() {
      super.viewDidLoad()

      publishButton.addAction(for: .primaryActionTriggered) { [unowned self] in publishButtonTapped(publishButton) }

      // Create a publisher
      let publisher = NotificationCenter.Publisher(center: .default, name: .newBlogPost, object: nil)
        .map { (notification) -> String? in
          return (notification.object as? BlogPost)?.title ?? ""
        }

      // Create a subscriber
      let subscriber = Subscribers.Assign(object: subscribedLabel, keyPath: \.text)
      publisher.subscribe(subscriber)
    }

    func publishButtonTapped(_ sender: UIButton) {
      // Post the notification
      let title = blogTextField.text ?? "Coming soon"
      let blogPost = BlogPost(title: title)
      NotificationCenter.default.post(name: .newBlogPost, object: blogPost)
    }
  }
}

// MARK: - The @Published attribute

private enum Terms {
  class ViewController: UIViewController {
    let acceptedSwitch = UISwitch()
    let privacySwitch = UISwitch()
    let nameField = UITextField()
    let submitButton = UIButton()

    // Define publishers
    @Published private var acceptedTerms = false
    @Published private var acceptedPrivacy = false
    @Published private var name = ""

    // Combine publishers into single stream
    private var validToSubmit: AnyPublisher<Bool, Never> {
      return Publishers.CombineLatest3($acceptedTerms, $acceptedPrivacy, $name)
        .map { terms, privacy, name in
          return terms && privacy && !name.isEmpty
        }.eraseToAnyPublisher()
    }

    // Define subscriber
    private var buttonSubscriber: AnyCancellable?

    override func viewDidLoad() {
      super.viewDidLoad()

      // Hook subscriber up to publisher
      buttonSubscriber =
        validToSubmit
        .receive(on: RunLoop.main)
        .assign(to: \.isEnabled, on: submitButton)
    }

    func acceptTerms(_ sender: UISwitch) {
      acceptedTerms = sender.isOn
    }

    func acceptPrivacy(_ sender: UISwitch) {
      acceptedPrivacy = sender.isOn
    }

    func nameChanged(_ sender: UITextField) {
      name = sender.text ?? ""
    }
  }
}

// MARK: - Back to Wizardry School

private enum School {
  class ViewController: UIViewController {
    @Published var password = ""
    @Published var passwordAgain = ""
    @Published var username: String = ""

    let createButton = UIButton()
    private(set) var asked: [String] = []
    private var createButtonSubscriber: AnyCancellable?

    func usernameAvailable(_ username: String, completion: (Bool) -> Void) {
      asked.append(username)
      completion(true)  // Our fake asynchronous backend service
    }

    var validatedUsername: AnyPublisher<String?, Never> {
      return
        $username
        .debounce(for: 0.5, scheduler: RunLoop.main)
        .removeDuplicates()
        .flatMap { username in
          return Future { promise in
            self.usernameAvailable(username) { available in
              promise(.success(available ? username : nil))
            }
          }
        }
        .eraseToAnyPublisher()
    }

    var validatedPassword: AnyPublisher<String?, Never> {
      return Publishers.CombineLatest($password, $passwordAgain)
        .map { password, passwordRepeat in
          guard password == passwordRepeat, password.count > 0 else { return nil }
          return password
        }
        .map {
          ($0 ?? "") == "password1" ? nil : $0
        }
        .eraseToAnyPublisher()
    }

    var validatedCredentials: AnyPublisher<(String, String)?, Never> {
      return Publishers.CombineLatest(validatedUsername, validatedPassword)
        .receive(on: RunLoop.main)
        .map { username, password in
          guard let uname = username, let pwd = password else { return nil }
          return (uname, pwd)
        }
        .eraseToAnyPublisher()
    }

    override func viewDidLoad() {
      super.viewDidLoad()

      createButtonSubscriber =
        validatedCredentials
        .map { $0 != nil }
        .receive(on: RunLoop.main)
        .assign(to: \.isEnabled, on: createButton)
    }
  }
}
