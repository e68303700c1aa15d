"""Every message, from everybody, in every main state of both boards: nothing may break."""
