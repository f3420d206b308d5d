"""Keeps a copy of a whole log in creel.json: all of it at first, then only what has changed (docs/changes.md).

Needs Python alone. Run it from a timer, such as cron. CREEL_URL says where Creel is, CREEL_TOKEN holds a token where
one is asked for. With another token, remove creel.json first.
"""

import json
import os
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("CREEL_URL", "http://localhost:8080").rstrip("/")
TOKEN = os.environ.get("CREEL_TOKEN")
COPY = Path("creel.json")  # the records beside their cursor, so that they always belong together
NONE = {"cursor": None, "records": {}}


def ask(cursor):
    request = Request(f"{URL}/api/v1/changes" + (f"?since={cursor}" if cursor else ""))
    if TOKEN:
        request.add_header("Authorization", f"Bearer {TOKEN}")
    with urlopen(request, timeout=60) as answer:
        *changes, end = [json.loads(line) for line in answer.read().splitlines()]
    if end["type"] != "end":
        raise ValueError("it was cut off")
    return changes, end


copy = json.loads(COPY.read_text("utf-8")) if COPY.exists() else NONE
try:
    changes, end = ask(copy["cursor"])
except HTTPError as error:
    if error.code != 410:
        raise SystemExit(f"{error.code}: {error.read().decode()}")
    print("The server cannot tell every change since then: the copy is made anew.")
    copy, (changes, end) = NONE, ask(None)
except (OSError, HTTPException, ValueError) as error:
    raise SystemExit(f"No whole answer from {URL} ({error}); the copy stays as it was.")

for change in changes:
    kept = copy["records"].setdefault(change["collection"], {})
    if change["type"] == "record":
        kept[change["id"]] = change["record"]
    else:
        kept.pop(change["id"], None)
    if copy["cursor"]:
        print(change["type"], change["collection"], change["id"])
part = COPY.with_suffix(".part")
part.write_text(json.dumps({**copy, "cursor": end["cursor"]}, ensure_ascii=False), "utf-8")
part.replace(COPY)
deleted = end["deleted"] if end["deletions"] == "known" else "an unknown number"
print(f"{COPY}: {end['records']} new or changed, {deleted} deleted.")
