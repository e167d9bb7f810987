"""Tables of functions by number, each compiled into one function that finds the right one."""

from collections.abc import Callable
from typing import Any

from openabyss.engine.cache import folder_for
from openabyss.engine.compiling import Rule, compile_into, compiled, file_of, write_function
from openabyss.engine.mode import INTERPRETED

MAX_BRANCHES = 12


class RuleTable:
    """Rules by number, compiled into one function that finds the right one."""

    def __init__(self, name: str, *arguments: str, default: str | None = None) -> None:
        self.name, self.arguments, self.default = name, ", ".join(arguments), default
        self.rules: dict[int, Callable[..., Any]] = {}
        self.is_built = False

    def __call__(self, *numbers: int) -> Callable[[Rule], Rule]:
        def add(rule: Rule) -> Rule:
            assert self.rules.keys().isdisjoint(numbers), f"{self.name} has two rules for one of {numbers}"
            assert not self.is_built, f"{self.name} is built before {rule.__module__} is imported"
            fast = compiled(rule)
            self.rules |= dict.fromkeys(numbers, fast)
            return fast

        return add

    def build(self) -> Callable[..., Any]:
        """Write the choice between the rules as source files: one that finds the group, one for each group.

        A table of compiled functions would cost 12 microseconds a call and could not be cached; a single
        function costs more at each call the more rules it may call, for each of which it clears a variable.
        """
        self.is_built = True
        numbers = sorted(self.rules)
        groups = [numbers[first : first + MAX_BRANCHES] for first in range(0, len(numbers), MAX_BRANCHES)]
        chosen = {f"from_{group[0]}": self._choice(f"{self.name}_{group[0]}", group) for group in groups}
        bounds = [f"number <= {group[-1]}" for group in groups]
        return self._function(self.name, dict(zip(bounds, chosen, strict=True)), chosen, "number, ")

    def _choice(self, name: str, numbers: list[int]) -> Callable[..., Any]:
        rules = {f"rule_{number}": self.rules[number] for number in numbers}
        conditions = {f"number == {number}": f"rule_{number}" for number in numbers}
        return self._function(name, conditions, rules)

    def _function(
        self, name: str, conditions: dict[str, str], names: dict[str, Callable[..., Any]], first: str = ""
    ) -> Callable[..., Any]:
        """A function that calls what belongs to the first condition that holds."""
        lines = [f"def {name}(number, {self.arguments}):"]
        for place, (condition, called) in enumerate(conditions.items()):
            call = f"{called}({first}{self.arguments})"
            lines.append(f"    {'elif' if place else 'if'} {condition}:")
            lines.append(f"        {call if self.default is None else 'return ' + call}")
        if self.default is not None:
            lines.append(f"    return {self.default}")
        folder = folder_for(*sorted({file_of(rule) for rule in self.rules.values()}))
        function = write_function(folder, name, "\n".join(lines) + "\n", names)
        return function if INTERPRETED else compile_into(folder, function)
