"""Tables on the bench for tests, demo and proofs: whoever talks to the boards, in Python."""
