import Services
import Support
import Testing
import ViewModels

@testable import Console

@MainActor @Suite struct CatalogueTests {
  @Test func `there is a view for every screen of the app`() {
    #expect(Set(Catalogue().names) == Set(AppCore.screens.map { $0.name }))
  }

  @Test(arguments: ["balance", "product", "registration", "terms", "blog", "counter"])
  func `a screen that is closed leaves neither its view nor its view model`(name: String) throws {
    let app = AppCore(.fixed(Backend(MockServices(world: .fixed()))))
    let alive = try leaks { detector in
      let opened = try Catalogue().open(name, nil, in: app)
      detector.watch(opened.instance, "instance")
      detector.watch(opened.view, "view")
      opened.instance.close()
    }
    #expect(alive == [])
    #expect(app.instances.isEmpty)
  }
}
