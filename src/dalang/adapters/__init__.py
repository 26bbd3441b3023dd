"""The games through other people's interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each module needs the library it is named after: `pip install dalang[research]`.
"""
