"""Reads all fourteen endpoints of records by the client that openapi-python-client makes, and compares them with what curl has read.

Run by .ci/clients, where the generated package is installed: python read_all.py URL TOKEN FOLDER
"""

import datetime
import importlib
import json
import pathlib
import sys

from creel_api_client import AuthenticatedClient
from creel_api_client.api.catches import list_catches
from creel_api_client.models import CatchLink, CatchSort

COLLECTIONS = {
    "catches": "catch",
    "combos": "combo",
    "lines": "line",
    "lures": "lure",
    "reels": "reel",
    "rods": "rod",
    "spots": "spot",
}


def main(url: str, token: str, folder: str) -> None:
    client = AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
    for name, singular in COLLECTIONS.items():
        known = read(folder, name)
        records = operation(name, f"list_{name}").sync(client=client)
        assert [record.id for record in records] == [record["id"] for record in known], name
        assert [plain(record) for record in records] == [moments(record) for record in known], name
        one = operation(name, f"get_{singular}").sync(known[0]["id"], client=client)
        assert plain(one) == moments(read(folder, f"{name}.first")), name
        print(f"python: {len(records)} {name}")

    catches = list_catches.sync(client=client)
    assert all(isinstance(one.caught_at, datetime.datetime) for one in catches)
    assert {type(one.length_cm) for one in catches} <= {float, int, type(None)}
    assert {type(one.quantity) for one in catches} == {int}

    # Parameters: a comparison, and lists. This generator repeats a parameter for each value whatever `explode` says, and the
    # API asks for commas; one value is written alike.
    long = list_catches.sync(
        client=client,
        length_cmgte=50,
        sort=[CatchSort("-lengthCm")],
        limit=5,
        expand=[CatchLink.CATCH_LINK_SPOT],
    )
    assert long and all(one.length_cm >= 50 and (one.spot and one.spot.id) == one.spot_id for one in long)


def operation(tag: str, name: str):
    return importlib.import_module(f"creel_api_client.api.{tag}.{name}")


def read(folder: str, name: str):
    return json.loads((pathlib.Path(folder) / f"{name}.json").read_text(encoding="utf-8"))


def plain(record) -> dict:
    """A record as the client would send it, with its moments read again."""
    return moments(record.to_dict())


def moments(value):
    """The same with each RFC 3339 moment as a datetime, as there are several ways to write one."""
    if isinstance(value, dict):
        return {name: moments(member) for name, member in value.items()}
    if isinstance(value, list):
        return [moments(member) for member in value]
    if isinstance(value, str) and len(value) >= 20 and value[4] == "-" and value[10] == "T":
        return datetime.datetime.fromisoformat(value)
    return value


main(*sys.argv[1:])
