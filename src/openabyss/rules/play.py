"""The game goes on: resolve what waits, ask, and apply one answer.

This is where all chapters and cards come together. Everything outside the rules plays through
`deal`, `resolve`, `apply` and the record of `state.py`.
"""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.rules import scoring, setup, turn
from openabyss.rules.actions import ACTIONS, LORD, TOKEN, is_token
from openabyss.rules.base.holdings import gain_pearls
from openabyss.rules.base.using import can_use_any, is_use_of_power, may_use_tokens, offer_turn_powers, use
from openabyss.rules.cards import ambassadors, farmers, mages, merchants, politicians, smugglers, soldiers
from openabyss.rules.cards.printed import AMBASSADOR, GUILD, LORDS, PEARLS_ON_ARRIVAL
from openabyss.rules.leviathan.tokens import offer_tokens, use_token
from openabyss.rules.numbering import ARRIVAL
from openabyss.rules.powers import when_recruited
from openabyss.rules.questions import (
    END_OF_ANSWERS,
    FIRST_ANSWER,
    FIRST_STEP,
    TOKENS_ALLOWED,
    TURN_POWERS_ALLOWED,
    answer,
    ask,
    open_question,
    options,
    when_dropped,
    when_due,
)
from openabyss.rules.sizes import TOKENS
from openabyss.rules.solo import collect_guild_bonus
from openabyss.rules.state import State

# Chapters and cards enter their rules in the tables when they are imported.
RULE_MODULES = (
    *(setup, turn, scoring),
    *(mages, soldiers, farmers, merchants, politicians, ambassadors, smugglers),
)

arrive = when_recruited.build()


@when_due(ARRIVAL)
def arrival(state: State, player: int, lord: int) -> None:
    """The power of a lord that has just arrived; the Regent has only that of ambassadors."""
    if player == state.regent and GUILD[lord] != AMBASSADOR:
        collect_guild_bonus(state, player, lord)
    else:
        gain_pearls(state, player, PEARLS_ON_ARRIVAL[lord])
        arrive(lord, state, player)


offer_answers = options.build()
take_answer = answer.build()
drop_question = when_dropped.build()
run_step = when_due.build()


@compiled
def count_answers(state: State, first: int, end: int) -> None:
    """Note where in the mask the answers are, and what they add up to: legal answers, or cards that
    chance may draw.

    Looking only where the question has its answers made random play a fifth faster.
    """
    count = 0
    for weight in state.mask[first:end]:
        count += weight
    state.first_offered, state.end_offered, state.offered = first, end, count


@compiled
def put_question(state: State, what: int, player: int, detail: int) -> None:
    """Fill the mask; turn powers and monster tokens come on top of a question's own answers."""
    state.mask[state.first_offered : state.end_offered] = 0
    first, end = int(FIRST_ANSWER[what]), int(END_OF_ANSWERS[what])
    offer_answers(what, state, player, detail)
    count_answers(state, first, end)
    if TURN_POWERS_ALLOWED[what] == 1 and state.offered > 0 and can_use_any(state, player):
        first, end = min(LORD, first), max(LORD + LORDS, end)
        offer_turn_powers(state, player)
        count_answers(state, first, end)
    if state.leviathan == 1 and state.offered > 0 and may_use_tokens(state, player, what):
        first, end = min(TOKEN, first), max(TOKEN + TOKENS, end)
        offer_tokens(state, player)
        count_answers(state, first, end)


@compiled_out_of_line
def resolve(state: State) -> None:
    """Run steps and put questions until one has a legal answer, or the game is over.

    A question without any legal answer is dropped; what follows from that, if anything, is marked
    `@when_dropped`.
    """
    state.offered = 0
    while state.depth > 0:
        what, player, detail = open_question(state)
        if what >= FIRST_STEP:
            state.depth -= 1
            run_step(what, state, player, detail)
        else:
            put_question(state, what, player, detail)
            if state.offered > 0:
                return
            state.depth -= 1
            drop_question(what, state, player, detail)
    state.mask[:] = 0


@compiled
def is_legal(state: State, action: int) -> bool:
    """The open question may be answered so; once the game is over, nothing is legal."""
    return bool(0 <= action < ACTIONS and state.mask[action] > 0)


@compiled_out_of_line
def apply(state: State, action: int) -> bool:
    """Apply one answer and resolve what follows; an illegal answer is refused and changes nothing."""
    if not is_legal(state, action):
        return False
    what, player, detail = open_question(state)
    state.event_count = 0
    state.depth -= 1
    if TURN_POWERS_ALLOWED[what] == 1 and is_use_of_power(state, player, action):
        ask(state, what, player, detail)
        use(state, player, action - LORD)
    elif TOKENS_ALLOWED[what] == 1 and is_token(action):
        ask(state, what, player, detail)
        use_token(state, player, action - TOKEN)
    else:
        take_answer(what, state, player, detail, action)
    resolve(state)
    return True
