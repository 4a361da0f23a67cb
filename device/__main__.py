"""`python -m device` is `pharaoh`."""

import sys

from device.cli import main

sys.exit(main())
