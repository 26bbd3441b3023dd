"""Dalang in the browser: lobby, live tables, storage.  Needs the extra `dalang[web]`."""
