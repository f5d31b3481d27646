"""The examples can be imported as a person does who has copied them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
