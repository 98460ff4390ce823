import Services
import Testing

@testable import Console

/// A session for each screen but the balance, from first to last.
@MainActor @Suite struct ScreenTranscriptTests {
  @Test func `a product is bought once, and the balance knows`() async {
    let session = await Session("open product\ntap purchase\ntap purchase\nopen balance\n")
    #expect(
      session.output == """
        product
          [purchase] (disabled)
          activity: running
          title: Wand
          description: Eleven inches of oak, with a core that nobody talks about.
          price: $199.00
          activity: stopped
          [purchase]
          activity: running
          [purchase] (disabled)
          receipt: Purchased for $199.00. Today at 3:04:05 PM.
          activity: stopped
        error: line 3: The button purchase is disabled.
        balance
          value: --
          [refresh]
          info: Loading...
          activity: running
          [refresh] (hidden)
          value: $1,035.56
          info: Last update: Today at 3:04:05 PM.
          activity: stopped
          [refresh]

        """)
  }

  @Test func `a purchase whose answer is lost is one purchase after leaving and coming back`() async throws {
    let session = await Session(
      "open product\ntap purchase\nback\nopen product\ntap purchase\nopen balance\n",
      failures: try MockFailures(parsing: "purchase:1:lost"))
    #expect(
      session.output.contains(
        """
          error: The backend cannot be reached.
          activity: stopped
          [purchase]
        product closed
        product

        """))
    #expect(session.output.contains("receipt: Purchased for $199.00. Today at 3:04:05 PM."))
    #expect(session.output.contains("value: $1,035.56"))
    #expect(!session.hasFailed)
  }

  @Test func `a purchase that fails says why, and can be tried again`() async {
    let session = await Session("open product cloak\ntap p\ntap p\nshow\n", failures: [.purchase])
    let attempt = """
        activity: running
        [purchase] (disabled)
        error: Something went wrong!
        activity: stopped
        [purchase]

      """
    let again = """
        error: (none)
        activity: running
        [purchase] (disabled)
        error: Something went wrong!
        activity: stopped
        [purchase]

      """
    #expect(
      session.output.hasSuffix(
        attempt + again + """
          product
            title: Cloak
            description: Makes its wearer hard to see, mostly in the dark.
            price: $349.50
            error: Something went wrong!
            [purchase]

          """))
    #expect(!session.hasFailed)
  }

  @Test func `a wizard registers under a name that is free, with a password that nobody sees`() async {
    let session = await Session(
      """
      open registration
      type username merlin
      type username nimue
      type password password1
      type passwordAgain password1
      type password xyzzy
      type passwordAgain xyzzy
      tap create
      """)
    #expect(
      session.output == """
        registration
          username: (empty)
          usernameInfo: Enter a user name.
          password: (empty)
          passwordAgain: (empty)
          passwordInfo: Enter a password, twice.
          [create] (disabled)
          username: merlin
          usernameInfo: Checking the user name...
          activity: running
          usernameInfo: This user name is taken.
          activity: stopped
          username: nimue
          usernameInfo: Checking the user name...
          activity: running
          usernameInfo: This user name is available.
          activity: stopped
          password: (secret)
          passwordInfo: The passwords are not the same.
          passwordAgain: (secret)
          passwordInfo: This password is too common.
          passwordInfo: The passwords are not the same.
          passwordInfo: (none)
          [create]
          activity: running
          [create] (disabled)
          usernameInfo: (none)
          password: (empty)
          passwordAgain: (empty)
          result: The account nimue was created.
          activity: stopped

        """)
  }

  @Test func `a failed check of a name can be asked again`() async {
    let session = await Session("open registration\ntype username nimue\ntap retry\n", failures: [.username])
    #expect(
      session.output.hasSuffix(
        """
          username: nimue
          usernameInfo: Checking the user name...
          activity: running
          usernameInfo: Failed to check the user name.
          failure: Something went wrong!
          activity: stopped
          [retry]
          usernameInfo: Checking the user name...
          failure: (none)
          activity: running
          [retry] (hidden)
          usernameInfo: Failed to check the user name.
          failure: Something went wrong!
          activity: stopped
          [retry]

        """))
  }

  @Test func `a failed load of a product can be tried again`() async {
    let session = await Session("open product\ntap retry\nshow\n", failures: [.product])
    #expect(
      session.output == """
        product
          [purchase] (disabled)
          activity: running
          error: Something went wrong!
          activity: stopped
          [retry]
          error: (none)
          activity: running
          [retry] (hidden)
          error: Something went wrong!
          activity: stopped
          [retry]
        product
          error: Something went wrong!
          [retry]
          [purchase] (disabled)

        """)
    #expect(!session.hasFailed)
  }

  @Test func `a balance that cannot be loaded says why below the info text`() async {
    let session = await Session("open balance\nshow\n", failures: [.balance])
    #expect(
      session.output.hasSuffix(
        """
        balance
          value: --
          info: Failed to update.
          failure: Something went wrong!
          [refresh]

        """))
  }

  @Test func `terms are submitted when both are accepted by somebody`() async {
    let session = await Session(
      """
      open terms
      tap submit
      switch terms on
      switch privacy on
      type name Merlin
      switch privacy off
      switch acceptedPrivacy on
      tap submit
      """)
    #expect(
      session.output == """
        terms
          acceptedTerms: off
          acceptedPrivacy: off
          name: (empty)
          [submit] (disabled)
        error: line 2: The button submit is disabled.
          acceptedTerms: on
          acceptedPrivacy: on
          name: Merlin
          [submit]
          acceptedPrivacy: off
          [submit] (disabled)
          acceptedPrivacy: on
          [submit]
          acceptance: Merlin accepted the terms and the privacy statement. Today at 3:04:05 PM.

        """)
  }

  @Test func `every open blog hears of a publication, in the order of the screens`() async {
    let session = await Session(
      """
      open blog
      open blog
      open blog
      type title Hello
      tap publish
      type title
      tap publish
      back
      """)
    #expect(
      session.output.hasSuffix(
        """
          title: Hello
          newest: Hello
        blog: newest: Hello
        blog 2: newest: Hello
          title: (empty)
          newest: Coming soon
        blog: newest: Coming soon
        blog 2: newest: Coming soon
        blog 3 closed
        blog 2
          newest: Coming soon
          title: (empty)
          [publish]

        """))
  }

  @Test func `the counter shows each number in its circle`() async {
    let session = await Session("open counter\ntap next\ntap next\nshow\n")
    #expect(
      session.output == """
        counter
          number: ⓪ (0.circle)
          [next]
          number: ⑦ (7.circle)
          number: ⑭ (14.circle)
        counter
          number: ⑭ (14.circle)
          [next]

        """)
  }
}
