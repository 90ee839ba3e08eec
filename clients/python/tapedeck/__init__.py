"""Client of the API for programs of a Tapedeck trading workstation."""

from ._api import *  # noqa: F403 - the calls and the types that are generated from the API
from ._transport import Event, TapedeckError

__version__ = "0.1.0"
__all__ = ["Event", "Tapedeck", "TapedeckError"]  # noqa: F405
