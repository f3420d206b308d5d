"""Reads every format of a running server with the tools that people use, and compares what they find with the JSON.

Run by .ci/tools: python read_formats.py URL FOLDER
Needs pandas, DuckDB and icalendar (PyPI), ogrinfo (gdal-bin) and soffice (libreoffice-calc); fails where one is missing.
"""

import csv
import datetime
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request

import duckdb
import icalendar
import pandas

COLLECTIONS = ["catches", "combos", "lines", "lures", "reels", "rods", "spots"]
TOOL_SECONDS = 600


def main(url: str, folder: str) -> None:
    base = f"{url}/api/v1"
    target = pathlib.Path(folder)
    kinds = kinds_of_fields(url)
    for collection in COLLECTIONS:
        records = json.loads(fetch(f"{base}/{collection}"))
        files = {}
        for format in ["csv", "ndjson"]:
            files[format] = target / f"{collection}.{format}"
            files[format].write_bytes(fetch(f"{base}/{collection}?format={format}"))
        fields = kinds[collection]
        check_with_pandas(collection, records, fields, pandas.read_csv(files["csv"]))
        check_with_pandas(collection, records, fields, pandas.read_json(files["ndjson"], lines=True, dtype=False, precise_float=True))
        check_with_duckdb(collection, records, fields, f"read_csv('{files['csv']}')")
        check_with_duckdb(collection, records, fields, f"read_json('{files['ndjson']}', format='newline_delimited')")
        said(f"{len(records)} {collection} as CSV and NDJSON: pandas, DuckDB")

    check_with_calc(base, target)
    for collection in ["catches", "spots"]:
        records = json.loads(fetch(f"{base}/{collection}"))
        check_with_gdal(base, target, collection, records)
    check_with_icalendar(base)


# What the document says of each field, so that no list of fields is kept here.


def kinds_of_fields(url: str) -> dict[str, dict[str, str]]:
    """The kind of every field of each collection: number, boolean, moment or text."""
    document = json.loads(fetch(f"{url}/api/openapi"))

    def kind(schema: dict) -> str | None:
        type_ = schema.get("type")
        names = set([type_] if isinstance(type_, str) else type_ or []) - {"null"}
        if names & {"number", "integer"}:
            return "number"
        if names == {"boolean"}:
            return "boolean"
        if names == {"string"}:
            return "moment" if schema.get("format") == "date-time" else "text"
        return None

    def resolve(part: dict) -> dict:
        *_, kind, name = part.get("$ref", "/").split("/")
        return document["components"][kind][name] if name else part

    def of(collection: str) -> dict[str, str]:
        response = resolve(document["paths"][f"/api/v1/{collection}"]["get"]["responses"]["200"])
        records = resolve(response["content"]["application/json"]["schema"])
        properties = resolve(records["items"])["properties"]
        return {field: found for field, schema in properties.items() if (found := kind(schema))}

    return {collection: of(collection) for collection in COLLECTIONS}


# pandas


def check_with_pandas(collection: str, records: list, fields: dict[str, str], frame: pandas.DataFrame) -> None:
    expect(len(frame), len(records), f"{collection}: rows in pandas")
    expect(list(frame["id"]), [record["id"] for record in records], f"{collection}: ids in pandas")
    for field, kind in fields.items():
        known = [record.get(field) for record in records]
        if field not in records[0] or all(value is None for value in known):
            continue
        column = frame[field]
        if kind == "moment":
            times = pandas.to_datetime(column, utc=True)
            expect(str(times.dt.tz), "UTC", f"{collection}.{field}: time zone in pandas")
            found = [None if pandas.isna(time) else time.to_pydatetime() for time in times]
            known = [value and datetime.datetime.fromisoformat(value) for value in known]
        else:
            found = [None if pandas.isna(value) else value for value in column]
            if kind == "number":
                assert pandas.api.types.is_numeric_dtype(column), f"{collection}.{field} is {column.dtype} in pandas"
            elif kind == "boolean":
                assert set(map(str, column.dropna())) <= {"True", "False"}, f"{collection}.{field} in pandas"
            elif pandas.api.types.is_numeric_dtype(column):
                continue  # A text of digits alone, such as a model: CSV cannot tell it from a number.
        expect(found, known, f"{collection}.{field} in pandas")


# DuckDB


def check_with_duckdb(collection: str, records: list, fields: dict[str, str], table: str) -> None:
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    relation = connection.sql(f"select * from {table}")
    types = dict(zip(relation.columns, map(str, relation.types)))
    expect(connection.sql(f"select count(*) from {table}").fetchall()[0][0], len(records), f"{collection}: rows in DuckDB")
    for field, kind in fields.items():
        known = [record.get(field) for record in records]
        if field not in records[0] or all(value is None for value in known):
            continue
        what = f"{collection}.{field} is {types[field]} in DuckDB"
        if kind == "number":
            assert types[field] in {"BIGINT", "UBIGINT", "HUGEINT", "DOUBLE"}, what
        elif kind == "boolean":
            assert types[field] == "BOOLEAN", what
        elif kind == "moment":
            assert types[field].startswith("TIMESTAMP"), what
        elif types[field] != "VARCHAR":
            continue  # A text of digits alone, as above.
        found = [row[0] for row in connection.sql(f'select "{field}" from {table}').fetchall()]
        if kind == "moment":
            known = [value and datetime.datetime.fromisoformat(value) for value in known]
            found = [value and in_utc(value) for value in found]
        expect(found, known, f"{collection}.{field} in DuckDB")


def in_utc(time: datetime.datetime) -> datetime.datetime:
    """DuckDB gives a moment of UTC with or without saying so."""
    return time.replace(tzinfo=datetime.timezone.utc) if time.tzinfo is None else time


# LibreOffice


def check_with_calc(base: str, target: pathlib.Path) -> None:
    """Opens every CSV as a person does, saves it as a spreadsheet and that as CSV again, and compares the rows."""
    with_mark = target / "with-bom.csv"
    with_mark.write_bytes(fetch(f"{base}/spots?format=csv&bom=true"))
    assert with_mark.read_bytes().startswith(b"\xef\xbb\xbf"), "bom=true brings no byte order mark"
    names = [*COLLECTIONS, with_mark.stem]
    # Separator: comma, quote: ", UTF-8, from line 1, the id as text (digits with an e between would be a number).
    opened = "--infilter=CSV:44,34,76,1,1/2,0,false,false,false"
    convert("ods", target, target / "calc", names, "csv", opened)
    saved = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"
    convert(saved, target / "calc", target / "calc", names, "ods")
    for name in names:
        records = json.loads(fetch(f"{base}/{name if name in COLLECTIONS else 'spots'}"))
        with open(target / "calc" / f"{name}.csv", newline="", encoding="utf-8-sig") as text:
            rows = list(csv.DictReader(text))
        expect([row["id"] for row in rows], [record["id"] for record in records], f"{name}: ids in LibreOffice")
        for field in ["name", "notes", "species", "waterBody"]:
            for row, record in zip(rows, records):
                text = record.get(field)
                # A text that a spreadsheet would run begins with an apostrophe.
                if text is not None and not re.match(r"[=+\-@\t\r＝＋－＠]", text):
                    expect(row[field], text, f"{name}.{field} in LibreOffice")
        said(f"{len(rows)} rows of {name}.csv: LibreOffice")
    assert any(re.search("[äöåÄÖÅ]", row["waterBody"]) for row in rows), "no umlaut to look for"


def convert(to: str, source: pathlib.Path, folder: pathlib.Path, names: list[str], suffix: str, *options: str) -> None:
    files = [source / f"{name}.{suffix}" for name in names]
    profile = f"-env:UserInstallation=file://{folder}/profile"
    run("soffice", profile, "--headless", *options, "--convert-to", to, "--outdir", folder, *files)


# GDAL


def check_with_gdal(base: str, target: pathlib.Path, collection: str, records: list) -> None:
    placed = [record for record in records if record["lat"] is not None and record["lng"] is not None]
    # GeoJSON has every record, GPX only those with a position.
    for format, layer, count in [("geojson", None, len(records)), ("gpx", "waypoints", len(placed))]:
        file = target / f"{collection}.{format}"
        file.write_bytes(fetch(f"{base}/{collection}?format={format}"))
        answer = run("ogrinfo", "-so", *([file, layer] if layer else ["-al", file]))
        assert "Geometry: Point" in answer, answer
        expect(int(re.search(r"Feature Count: (\d+)", answer)[1]), count, f"{collection}.{format}: features in GDAL")
        extent = [float(number) for number in re.findall(r"-?\d+\.\d+", re.search(r"Extent: .*", answer)[0])]
        corners = [
            *[min(record["lng"] for record in placed), min(record["lat"] for record in placed)],
            *[max(record["lng"] for record in placed), max(record["lat"] for record in placed)],
        ]
        assert all(abs(found - known) < 1e-5 for found, known in zip(extent, corners)), f"{extent} is not {corners}"
        said(f"{count} {collection} as {format}: GDAL")


# iCalendar


def check_with_icalendar(base: str) -> None:
    catches = json.loads(fetch(f"{base}/catches"))
    dated = {f"{one['id']}@creel": one for one in catches if one["caughtAt"] is not None}
    events = icalendar.Calendar.from_ical(fetch(f"{base}/catches?format=ics")).walk("VEVENT")
    expect([str(event["UID"]) for event in events], list(dated), "events in icalendar")
    for event in events:
        one = dated[str(event["UID"])]
        moment = datetime.datetime.fromisoformat(one["caughtAt"]).replace(microsecond=0)
        expect(event.decoded("DTSTART"), moment, "DTSTART in icalendar")
        assert one["species"] is None or one["species"] in str(event["SUMMARY"]), event["SUMMARY"]
    said(f"{len(events)} catches as events: icalendar")


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(urllib.parse.quote(url, safe=":/?&=%"), timeout=60) as answer:
        return answer.read()


def run(*command) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=TOOL_SECONDS)
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"
    return done.stdout


def expect(found, known, what: str) -> None:
    assert found == known, f"{what}: {str(found)[:400]} is not {str(known)[:400]}"


def said(what: str) -> None:
    print(f"read {what}", flush=True)


main(*sys.argv[1:])
