"""
Keeps the run's own key from being revoked, and the debates that other operations need from being erased. In
sequences a repeat under an Idempotency-Key would get the first answer again, whose subject an earlier one may have
deleted: there each POST stands for itself.
"""
import json
import re

import schemathesis

with open("kept.json") as file:
    KEPT = json.load(file)
NOBODY = {"/v1/keys/{id}": "000000000000", "/v1/debates/{id}": "deb-20000101-000000-000000"}


@schemathesis.hook
def before_call(context, case, kwargs):
    ids = case.path_parameters or {}
    if case.method == "DELETE" and case.path in NOBODY and ids.get("id") in KEPT:
        ids["id"] = NOBODY[case.path]
    key = (case.headers or {}).get("Idempotency-Key")
    if case.meta and case.meta.phase.name.value == "stateful" and key and re.fullmatch("[ -~]{1,255}", key):
        del case.headers["Idempotency-Key"]
