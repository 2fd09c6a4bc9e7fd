"""Who is stronger, and how sure is that: duplicate deals, honest intervals, ratings."""
