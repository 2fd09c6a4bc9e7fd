"""What holds for all tests."""

import os

from mom_env.kernel.jit import is_compiled
from tests.quick_records import make_records_quick

if not is_compiled() and not os.environ.get("MOM_ENV_SLOW_RECORDS"):
    make_records_quick()
