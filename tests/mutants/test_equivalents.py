"""The list of changes that make no difference does not outlive the lines that it speaks of."""

from tests.mutants.equivalents import equivalents


def test_every_change_on_the_list_is_one_of_rules_that_are_there() -> None:
    assert equivalents()
