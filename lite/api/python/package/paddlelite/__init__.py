"""Lite: runs trained PaddlePaddle models. The interface is in paddlelite.lite."""
from paddlelite.lite import __version__

__all__ = ["__version__"]
