"""Long work in parts: in this process, on several processes, or on a Ray cluster; `run.run_parts` is the way in."""
