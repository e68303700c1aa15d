"""What the pack must hold, against what passed the sensors."""
