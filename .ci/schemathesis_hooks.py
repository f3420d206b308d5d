"""What Schemathesis cannot read from the document: a format of this API, and the rules that no schema can state."""

import re
import urllib.parse
import zoneinfo

import schemathesis
from hypothesis import strategies as st

URL_MAX_LENGTH = 8192
VALUES_MAX = 100

# Every name of the IANA database that stands for a place on earth.
schemathesis.openapi.format(
    "time-zone", st.sampled_from(sorted(zoneinfo.available_timezones() - {"Factory", "localtime"}))
)


@schemathesis.hook
def map_case(context, case):
    """A valid cursor can only be taken from a Link header, so a case that is to be accepted has none."""
    if case.meta.generation.mode.is_positive and isinstance(case.query, dict):
        case.query.pop("cursor", None)
    return case


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Failures that are not the server's: what was asked for breaks a rule that concerns several values, or breaks none."""
    url = response.request.path_url
    if case.meta.generation.mode.is_positive:
        return not breaks_a_rule(url)
    return not (has_numbers_of_another_format(failure.message) or has_merged_values(url))


def has_numbers_of_another_format(message):
    # `format: double` (or int32) is what a generator of code wants to know; every number that is written has it.
    violations = re.findall(r"violates `(\w+)` at /properties/([^/\s]+)", message)
    return violations != [] and all(keyword == "format" and name != "tz" for keyword, name in violations)


def has_merged_values(url):
    # A value that ends with a backslash takes the comma behind it, so that there are fewer values than were generated.
    values = [value for _, value in urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)]
    return any(value.count(",") >= VALUES_MAX and "\\," in value for value in values)


def breaks_a_rule(url):
    # The parameters are too long together.
    if len(url) > URL_MAX_LENGTH:
        return True
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
    # A sort names a field twice, or has keys behind the id, which would change nothing.
    keys = [key.removeprefix("-") for key in query.get("sort", "id").split(",")]
    if len(set(keys)) < len(keys) or "id" in keys[:-1]:
        return True
    # The south of a box is above its north.
    box = query.get("bbox", "").split(",")
    return len(box) == 4 and float(box[1]) > float(box[3])
