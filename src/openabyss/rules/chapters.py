"""The door to the chapters: what others use of base/, kraken/ and leviathan/."""

from openabyss.rules.base.controlling import KEYS_PER_LOCATION, MAX_DRAWN, lords_under
from openabyss.rules.base.counting import lords_influence, lords_of, strongest_affiliated, strongest_lord
from openabyss.rules.base.court import (
    REFILL_AT,
    REFILL_PEARLS,
    court_space_of,
    free_space,
    is_court_to_be_checked,
    lords_in_court,
    lords_in_deck,
)
from openabyss.rules.base.depths import HIGHEST_THREAT
from openabyss.rules.base.exploring import (
    LAST_SPACE,
    REWARD_CHOICES,
    REWARDS,
    can_buy,
    cards_on_track,
    rewarded_level,
)
from openabyss.rules.base.holdings import (
    base_tokens_left,
    can_take_stack,
    cards_in,
    hand_size,
    has_allies_left,
    leviathan_tokens_left,
    stack_size,
    tokens_held,
)
from openabyss.rules.base.paying import means_of
from openabyss.rules.base.payment import (
    can_pay,
    cost_for,
    price_change,
    race_demanded,
    shortfall,
    sum_hand,
    sum_richest,
    value_named,
)
from openabyss.rules.base.recruiting import (
    AFFORDABLE,
    COST_NOW,
    DISCOUNT,
    MONEY_MISSING,
    NEBULIS_SPENT,
    OFFER_COLUMNS,
    PAYMENT_COLUMNS,
    PEARLS_SPENT,
    RACE_DEMANDED,
    SURCHARGE,
    TOO_MUCH,
    judge_court,
    note_payments,
    whole_payments,
)
from openabyss.rules.kraken.krakens import is_kraken, nebulis_of
from openabyss.rules.kraken.nebulis import max_nebulis
from openabyss.rules.kraken.sentinels import (
    is_free_element,
    is_guarded_by,
    is_guarded_from,
    is_guarded_offered,
    is_waiting,
)
from openabyss.rules.leviathan.border import (
    DIE_FACES,
    HIGHER_DIE,
    SUM_OF_DICE,
    empty_piles,
    leviathans_in_deck,
    leviathans_on_border,
)
from openabyss.rules.leviathan.fighting import (
    FAILED_ATTACK_PEARLS,
    NO_ATTACK_YET,
    SLAIN,
    can_attack,
    can_fight,
    is_eligible,
    may_attack_again,
    power_of_attack,
    resistance_left,
    trophies_of,
    zone_of_leviathan,
)
from openabyss.rules.leviathan.monsters import (
    AVOIDED_BY_COWARD,
    INERT,
    LAST_SPACE_PEARLS,
    NO_LEVIATHAN,
    are_inert,
    meet,
)
