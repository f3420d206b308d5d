"""What Schemathesis cannot read from the document: a format of this API, and the rules that no schema can state."""

import json
import zoneinfo

import schemathesis
from hypothesis import strategies as st

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
    """Failures that are not the server's: what was asked for breaks a rule that concerns several values together."""
    return not (case.meta.generation.mode.is_positive and broken_rule(case, response))


def broken_rule(case, response):
    # The parameters of one URL are too long together.
    if response.status_code == 414:
        return True
    if response.status_code != 400:
        return False
    [error, *others] = json.loads(response.content).get("errors", [{}])
    if others:
        return False
    # A sort names a field twice, or has keys behind the id, which would change nothing.
    if error.get("parameter") == "sort":
        return True
    # The south of a box is above its north.
    return error.get("parameter") == "bbox" and " is above " in error["detail"]
