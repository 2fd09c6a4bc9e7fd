"""Run Python so that it may not write what its user may not write, even as root: `python unprivileged.py -c CODE`.

Root passes over the permissions of files by two capabilities, which a program that is started without them never has.
"""

import ctypes
import os
import sys

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2

if __name__ == "__main__":
    if os.geteuid() == 0:
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
                sys.exit("cannot drop a capability of root")
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
