"""What Schemathesis cannot read from the document: a format of this API, and the rules that no schema can state."""

import json
import re
import subprocess
import urllib.parse
import zoneinfo

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData

URL_MAX_LENGTH = 8192

KNOWN_TO_NODE = """
const isKnown = (timeZone) => { try { return !!new Intl.DateTimeFormat('en', { timeZone }); } catch { return false; } };
console.log(JSON.stringify(JSON.parse(require('fs').readFileSync(0)).filter(isKnown)));
"""


def known_to_node(names):
    node = subprocess.run(["node", "-e", KNOWN_TO_NODE], input=json.dumps(names), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(node.stdout)


# Every name of the IANA database that stands for a place on earth. This system's database may be newer than that of Node.
TIME_ZONES = set(known_to_node(sorted(zoneinfo.available_timezones() - {"Factory", "localtime"})))
schemathesis.openapi.format("time-zone", st.sampled_from(sorted(TIME_ZONES)))


@schemathesis.hook
def map_case(context, case):
    """A valid cursor can only be taken from an earlier answer, so a case that is to be accepted has none."""
    if case.meta.generation.mode.is_positive and isinstance(case.query, dict):
        for name in ("cursor", "since"):
            case.query.pop(name, None)
    return case


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """What counts as a failure: not the refusal of what breaks a rule, nor an answer to what breaks none as it was sent."""
    url = response.request.path_url
    if isinstance(failure, RejectedPositiveData):
        return not breaks_a_rule(url)
    if isinstance(failure, AcceptedNegativeData):
        return not is_valid_as_sent(case, url)
    return True


def breaks_a_rule(url):
    # The parameters are too long together.
    if len(url) > URL_MAX_LENGTH:
        return True
    query = dict(read_query(url))
    # A sort names a field twice, or has keys behind the id, which would change nothing.
    keys = [key.removeprefix("-") for key in query.get("sort", "id").split(",")]
    if len(set(keys)) < len(keys) or "id" in keys[:-1]:
        return True
    # The south of a box is above its north.
    box = query.get("bbox", "").split(",")
    return len(box) == 4 and float(box[1]) > float(box[3])


def is_valid_as_sent(case, url):
    # A value that is wrong before it is written into a URL can be right there: `false` is a text, an empty object is not sent,
    # a backslash at the end of a value takes the comma behind it, and no number that is written breaks `format: double`.
    negative = {location for location, component in case.meta.components.items() if component.mode.is_negative}
    sent = read_query(url)
    schemas = query_schemas(case.operation)
    if negative != {ParameterLocation.QUERY} or len(dict(sent)) < len(sent):
        return False
    return all(name in schemas and is_valid(schemas[name], text) for name, text in sent)


def query_schemas(operation):
    document = operation.schema.raw_schema

    def resolve(part):
        if "$ref" in part:
            target = document
            for key in part["$ref"].split("/")[1:]:
                target = target[key]
            part = {**target, **{key: value for key, value in part.items() if key != "$ref"}}
        return {**part, "items": resolve(part["items"])} if "items" in part else part

    parameters = [resolve(parameter) for parameter in document["paths"][operation.path]["get"]["parameters"]]
    return {parameter["name"]: resolve(parameter["schema"]) for parameter in parameters if parameter["in"] == "query"}


def is_valid(schema, text):
    if schema.get("format") == "time-zone":
        return text in TIME_ZONES
    if schema["type"] != "array":
        value = read_value(schema, text)
    else:
        value = [read_value(schema["items"], part) for part in re.findall(r"(?:^|,)((?:\\.|[^,])*)", text, re.DOTALL)]
    return jsonschema_rs.is_valid(schema, value)


def read_value(schema, text):
    if schema["type"] in ("integer", "number") and re.fullmatch(r"-?\d+(\.\d+)?(e[+-]?\d+)?", text, re.ASCII | re.IGNORECASE):
        return float(text) if re.search("[.e]", text, re.IGNORECASE) else int(text)
    if schema["type"] == "boolean":
        return {"true": True, "false": False}.get(text, text)
    return text


def read_query(url):
    return urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True)
