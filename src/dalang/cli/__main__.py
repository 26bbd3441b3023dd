"""python -m dalang.cli"""

import sys

from dalang.cli import main

sys.exit(main())
