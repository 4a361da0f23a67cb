"""Which firmware this is, and which protocol it speaks."""

FIRMWARE = (1, 0, 0)
PROTOCOL = (1, 0)
