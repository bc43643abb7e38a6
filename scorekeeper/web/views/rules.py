"""The rules: which rule sets there are, and each of them in the players' words."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.web.contexts.rules import rule_set_lines, rules_page
from scorekeeper.web.requests import show

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("")
def index() -> Response:
    """List the rule sets, and what Bonken is."""
    return show("rules", rule_set_lines())


@bp.get("/<rule_set>")
def see(rule_set: str) -> Response:
    """Tell the rules of one rule set; each contract's part has its id, so that a round can link to it."""
    if rule_set not in RULE_SETS:
        abort(404)
    return show("rules_of", rules_page(RULE_SETS[rule_set]))
