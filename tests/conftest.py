"""What holds for all tests: the small games are installed, and records are quick where nothing is compiled."""

import os

from mom_env.kernel.jit import is_compiled
from tests.every_game.installed import install
from tests.support.quick_records import make_records_quick

install()
if not is_compiled() and not os.environ.get("MOM_ENV_SLOW_RECORDS"):
    make_records_quick()
