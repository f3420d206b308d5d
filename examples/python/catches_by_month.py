"""Catches per month and species, as a table that is ready for a chart.

Needs pandas (pip install pandas). CREEL_URL says where Creel is, CREEL_TOKEN holds a token where one is asked for.
"""

import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pandas

URL = os.environ.get("CREEL_URL", "http://localhost:8080").rstrip("/")
TOKEN = os.environ.get("CREEL_TOKEN")
ZONE = "Europe/Stockholm"  # whose months are meant; the API answers times in UTC

# NDJSON has a record on each line. Only what is needed is asked for; records without a time are left out.
request = Request(f"{URL}/api/v1/catches?format=ndjson&fields=caughtAt,species&caughtAt[exists]=true")
if TOKEN:
    request.add_header("Authorization", f"Bearer {TOKEN}")
try:
    with urlopen(request) as answer:
        catches = pandas.read_json(answer, lines=True, dtype=False)  # texts stay texts
except HTTPError as error:  # the body says what is wrong, such as a missing token
    raise SystemExit(f"{error.code}: {error.read().decode()}")
except OSError as error:
    raise SystemExit(f"No answer from {URL} ({error}).")

if catches.empty:
    raise SystemExit("There are no catches yet.")
caught_at = pandas.to_datetime(catches["caughtAt"], utc=True).dt.tz_convert(ZONE)
month = caught_at.dt.strftime("%Y-%m").rename("month")
species = catches["species"].fillna("unknown")
table = pandas.crosstab(month, species)  # a row for each month, a column for each species

print(table)
table.to_csv("catches_by_month.csv")
# With matplotlib: table.plot.bar(stacked=True)
