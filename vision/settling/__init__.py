"""When to read: frames are watched until the tray has come to rest, then several are read and vote.

Nothing here knows the time: everything is counted in frames, so that a recording settles as a camera does.
"""

from vision.settling.motion import MotionDetector
from vision.settling.settler import Phase, Settler
from vision.settling.voting import vote

__all__ = ["MotionDetector", "Phase", "Settler", "vote"]
