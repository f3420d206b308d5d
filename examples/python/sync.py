"""Keeps catches.json up to date, and asks politely: as long as nothing has changed, next to nothing is sent.

Needs Python alone. Run it from a timer, such as cron. CREEL_URL says where Creel is, CREEL_TOKEN holds a token where
one is asked for.
"""

import os
import shutil
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("CREEL_URL", "http://localhost:8080")
TOKEN = os.environ.get("CREEL_TOKEN")
COPY, TAG = Path("catches.json"), Path("catches.etag")


def ask(path, **headers):
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    return urlopen(Request(URL + path, headers=headers), timeout=60)


# The latest change and the number of records: their ETag changes whenever the log does. 304 means "as before".
tag = TAG.read_text() if TAG.exists() and COPY.exists() else ""
try:
    with ask("/api/v1/catches?sort=-updatedAt&limit=1&fields=id,updatedAt&count=true", **{"If-None-Match": tag}) as answer:
        tag = answer.headers["ETag"]
except HTTPError as error:
    if error.code != 304:
        raise SystemExit(f"{error.code}: {error.read().decode()}")
    raise SystemExit(0)

# The complete list. An answer that is cut off raises an error here, so that the old copy stays.
part = COPY.with_suffix(".part")
with ask("/api/v1/catches") as answer, part.open("wb") as file:
    shutil.copyfileobj(answer, file)
part.replace(COPY)
TAG.write_text(tag)
print("catches.json is up to date.")
