"""The settings of a table in words."""

from skyjo.v1 import rules_pb2
from skyjo_client.present.messages import _, plural


def settings_lines(rules: rules_pb2.Rules) -> list[str]:
    """Tell the settings, one line each; those that are as in the original game come first."""
    lines = [
        _("The game ends when somebody has {target} points or more.").format(target=rules.target),
        plural(
            "Before the first turn everybody turns up {count} card.",
            "Before the first turn everybody turns up {count} cards.",
            rules.initial_flips,
        ),
        _columns(rules),
        _penalty(rules),
        _starter(rules),
    ]
    if rules.rounds:
        lines.append(
            plural(
                "It also ends after {count} round.",
                "It also ends after {count} rounds.",
                rules.rounds,
            )
        )
    if rules.rows:
        lines.append(_("Four equal open cards in a row are cleared."))
    if rules.dealing == rules_pb2.DEALING_STREAMS:
        lines.append(_("Every seat draws from cards of its own."))
    return lines


def unusual_lines(rules: rules_pb2.Rules) -> list[str]:
    """Tell what is not as at most tables, one line each."""
    usual = rules_pb2.Rules(target=100, initial_flips=2, penalty_factor=2, columns=True)
    return [line for line in settings_lines(rules) if line not in settings_lines(usual)]


def _columns(rules: rules_pb2.Rules) -> str:
    if rules.columns:
        return _("Three equal open cards in a column are cleared.")
    return _("Columns are not cleared.")


def _penalty(rules: rules_pb2.Rules) -> str:
    if rules.penalty_factor == 1 and not rules.penalty_points:
        return _("Ending a round has no penalty.")
    if rules.penalty_points:
        text = _(
            "Whoever ends a round and is not alone at the lowest gets "
            "{factor} times the points plus {points}, if they are above 0."
        )
    else:
        text = _(
            "Whoever ends a round and is not alone at the lowest gets "
            "{factor} times the points, if they are above 0."
        )
    return text.format(factor=rules.penalty_factor, points=rules.penalty_points)


def _starter(rules: rules_pb2.Rules) -> str:
    if rules.later_round_starter == rules_pb2.LATER_ROUND_STARTER_HIGHEST_SUM:
        return _("The highest sum of turned up cards begins every round.")
    return _(
        "The highest sum of turned up cards begins the first round, "
        "whoever ended a round begins the next."
    )
