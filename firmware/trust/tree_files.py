"""The code of a board that was started by hand, file by file, for attestation.

The firmware's tree and the start files, found on the search path as `import` finds them.
"""

_TOP = ("board", "main")
_ENDINGS = (".py", ".mpy")


def tree_source(files_at, folders):
    """Source for firmware that runs from plain files; files_at(folder) gives its files."""

    def source(is_open):
        for folder in folders:
            files = files_at(folder)
            if files.is_folder("firmware"):
                for name in _tops(files_at, folders):
                    yield _item(files_at(name[0]), name[1], is_open)
                for path in _walk(files, "firmware"):
                    yield _item(files, path, is_open)
                return

    return source


def _tops(files_at, folders):
    """Where `import board` and `import main` find their files."""
    for module in _TOP:
        found = None
        for folder in folders:
            for ending in _ENDINGS:
                if found is None and files_at(folder).size(module + ending) >= 0:
                    found = (folder, module + ending)
        if found:
            yield found


def _item(files, path, is_open):
    return path, files.size(path), files.open(path) if is_open else None


def _walk(files, folder):
    """Code files below a folder, in order of their whole path as bytes."""
    entries = []
    for name in files.names(folder):
        if files.is_folder(folder + "/" + name):
            entries.append(name + "/")
        elif name[name.rfind(".") :] in _ENDINGS:
            entries.append(name)
    for name in sorted(entries):
        if name.endswith("/"):
            yield from _walk(files, folder + "/" + name[:-1])
        else:
            yield folder + "/" + name
