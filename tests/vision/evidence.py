"""The evidence that a clear die gives."""

from __future__ import annotations

from vision.confidence import Evidence

CLEAR = Evidence(
    find=0.9,
    face=0.99,
    least=0.98,
    mean=0.985,
    rival=0.01,
    nothing=0.01,
    trouble=0.03,
    kind=0.99,
    steady=0.95,
    size=60.0,
)
