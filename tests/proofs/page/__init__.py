"""The page under load, and the tab that tests drive it with."""
