import Screens

extension Screen<SignInViewModel> {
  static var signIn: Self { .signIn(hint: Words.text("To try it: any name, and the password 1234.")) }
}
