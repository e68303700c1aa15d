"""What the line cameras see of a card: artwork, optics, motion and everything that spoils it."""
