import ServerProgram
import Shop

ServerProgram(
  "shop-stdio", version: "1.0", about: "Serves a shop to a program over the standard streams.", app: .shop
).main()
