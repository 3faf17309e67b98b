"""A replay as one page for a browser, which needs nothing but itself."""
