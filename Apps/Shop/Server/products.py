"""What the shop sells, with a picture of eight by eight squares for each, a bit for each square, from the top left one. It is found in German, too."""

PRODUCTS = {
    1: ("Teapot", "Teekanne", "For six cups, and it does not drip.", "34.00", 0x0018_3C7E_BFFE_7C38, (56, 102, 65)),
    2: ("Mug", "Becher", "Holds a third of a litre, and keeps it warm.", "9.50", 0x0000_7C7E_7D7E_7C38, (188, 71, 73)),
    3: ("Bowl", "Schale", "For soup, salad, and what is left of both.", "12.00", 0x0000_0081_FF7E_3C18, (69, 123, 157)),
    4: ("Plate", "Teller", "Flat, round, and fit for the dishwasher.", "11.25", 0x3C42_99A5_A599_423C, (131, 56, 236)),
    5: ("Spoon", "Löffel", "Steel, with a long handle.", "3.20", 0x183C_3C18_1818_1818, (90, 90, 90)),
    6: ("Fork", "Gabel", "Steel, with four tines.", "3.20", 0x5A5A_5A3C_1818_1818, (110, 110, 110)),
    7: ("Jar", "Glas", "For jam or pencils, with a lid.", "6.90", 0x3C18_3C7E_7E7E_7E3C, (214, 40, 40)),
    8: ("Board", "Brett", "Oak, to cut bread on.", "24.00", 0x1818_7E7E_7E7E_7E7E, (153, 88, 42)),
    9: ("Pan", "Pfanne", "Iron, twenty-four centimetres.", "49.90", 0x0000_3F3F_FF3F_1E00, (40, 40, 48)),
    10: ("Candle", "Kerze", "Burns for thirty hours.", "4.75", 0x1018_1818_3C3C_3C7E, (244, 162, 97)),
    11: ("Apron", "Schürze", "Linen, with a pocket.", "19.00", 0x2424_183C_7E7E_7E3C, (38, 70, 83)),
    12: ("Toaster", "Toaster", "For two slices at a time.", "59.00", 0x0024_7E7E_7EFF_7E24, (120, 120, 140)),
}
SCALE = 12


def gif(id):
    """The picture of a product. Each code of the GIF is a byte, since a new table begins before they would become longer."""
    *_, squares, color = PRODUCTS[id]
    side = 8 * SCALE
    points = bytes(squares >> (63 - y // SCALE * 8 - x // SCALE) & 1 for y in range(side) for x in range(side))
    # 128 begins a new table, and 129 ends the picture.
    codes = b"".join(b"\x80" + points[start:start + 120] for start in range(0, len(points), 120)) + b"\x81"
    blocks = b"".join(bytes([len(codes[start:start + 255])]) + codes[start:start + 255] for start in range(0, len(codes), 255))
    screen = bytes([side, 0, side, 0])
    palette = bytes([250, 247, 242, *color]) + bytes(126 * 3)
    return b"GIF89a" + screen + b"\xf6\0\0" + palette + b"\x2c\0\0\0\0" + screen + b"\0\x07" + blocks + b"\0;"
