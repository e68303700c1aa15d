"""The shuffling device on the bench: cycles, faults × steps, power cuts, time and speed."""
