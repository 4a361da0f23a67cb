"""From frames to readings of dice: numpy and OpenCV only."""
