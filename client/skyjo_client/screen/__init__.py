"""The full-screen front end: what ``present`` draws, on a terminal, with keys and a mouse.

Only the modules ``canvas_view`` and ``*_app`` know Textual; they are imported when a screen starts.
"""
