"""`python -m mom_env`: the `mom` command, where no folder of commands is on the path."""

from mom_env.cli import main

if __name__ == "__main__":
    main()
