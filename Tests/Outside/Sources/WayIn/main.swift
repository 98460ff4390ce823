import ViewModels

let app = AppCore(.live(backend: .mock()))
let counter = app.open(.counter)
counter.model.eventSubject.send(.nextButtonWasTapped)
print(counter.model.state.number)
