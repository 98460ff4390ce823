"""What the shop sells, and its pictures. It is found in German, too."""
import pathlib

PRODUCTS = {
    1: ("Teapot", "Teekanne", "For six cups, and it does not drip.", "34.00"),
    2: ("Mug", "Becher", "Holds a third of a litre, and keeps it warm.", "9.50"),
    3: ("Bowl", "Schale", "For soup, salad, and what is left of both.", "12.00"),
    4: ("Plate", "Teller", "Flat, round, and fit for the dishwasher.", "11.25"),
    5: ("Spoon", "Löffel", "Steel, with a long handle.", "3.20"),
    6: ("Fork", "Gabel", "Steel, with four tines.", "3.20"),
    7: ("Jar", "Glas", "For jam or pencils, with a lid.", "6.90"),
    8: ("Board", "Brett", "Oak, to cut bread on.", "24.00"),
    9: ("Pan", "Pfanne", "Iron, twenty-four centimetres.", "49.90"),
    10: ("Candle", "Kerze", "Burns for thirty hours.", "4.75"),
    11: ("Apron", "Schürze", "Linen, with a pocket.", "19.00"),
    12: ("Toaster", "Toaster", "For two slices at a time.", "59.00"),
}


def picture(id):
    """The picture of a product, which the shop's own world shows, too."""
    return (pathlib.Path(__file__).parent.parent / f"Sources/Shop/Pictures/{id}.webp").read_bytes()
