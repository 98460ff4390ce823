print("not assembled")
