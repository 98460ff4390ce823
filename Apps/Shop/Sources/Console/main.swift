import ConsoleProgram
import Shop

ConsoleProgram(
  "shop-console", version: "1.0", about: "Shows a shop in lines of text.", app: .shop, opening: "catalog"
).main()
