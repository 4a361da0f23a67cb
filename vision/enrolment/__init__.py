"""Dice that the table knows by sight: enrolled once face by face, recognised from then on.

`EnrolledDice.load_all(folder)` loads what `pharaoh enrol` wrote, `EnrolledDice.recognise(frame, box)` answers
which face of which die lies there.
"""

from vision.enrolment.alike import look_alike
from vision.enrolment.errors import EnrolmentDiskError, EnrolmentError
from vision.enrolment.files import DiceFolder, enrolled_names, load_dice, load_die, remove_die, save_die
from vision.enrolment.locate import Locator
from vision.enrolment.model import EnrolledDie, EnrolledFace
from vision.enrolment.patches import Box, portrait
from vision.enrolment.recognise import SURE, EnrolledDice, Match

__all__ = [
    "SURE",
    "Box",
    "DiceFolder",
    "EnrolledDice",
    "EnrolledDie",
    "EnrolledFace",
    "EnrolmentDiskError",
    "EnrolmentError",
    "Locator",
    "Match",
    "enrolled_names",
    "load_dice",
    "load_die",
    "look_alike",
    "portrait",
    "remove_die",
    "save_die",
]
