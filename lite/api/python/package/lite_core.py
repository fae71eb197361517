"""The name by which older packages import the module: the same one as paddlelite.lite."""
import sys

import paddlelite.lite

sys.modules[__name__] = paddlelite.lite
