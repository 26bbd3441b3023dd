"""Dalang: four classic board games to play in the browser and to study from Python."""
