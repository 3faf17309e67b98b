"""A server that stands between a bot and a real one, and through which every frame passes.

``relay.py`` is that server, ``passage.py`` what can be done with the frames of one stream,
``front.py`` the sockets. It speaks nothing but the contract, so that it suits any bot and server.
"""
