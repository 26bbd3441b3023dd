"""Dalang: four classic board games to play in the browser and to study from Python."""

from importlib.metadata import version

__version__ = version("dalang")
