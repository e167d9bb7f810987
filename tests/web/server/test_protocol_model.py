"""A model of what processes that share a database do at one table, in which everything that can happen is
tried out in every order: answers, thoughts, deaths, leases that run out, commits of which nobody hears.

Persons and a computer answer in turn. What a process has in memory is behind what is stored until it looks:
so a notice that is late, or lost, is nothing special here, and neither is a process that stands still for a
while. Each step is one that the database makes whole, or one of a single process under the table's lock.

Where there are workers, a process leaves its thought to them: it asks a question, which a worker takes, loses
when its time runs out, and answers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

# An entry: the command of a person, or the process whose thought it is.
Entry = tuple[str, int]
COMMAND, THOUGHT = "command", "thought"


@dataclass(frozen=True, slots=True)
class Process:
    """What one process has in memory. command: the one that it carries out, and the step that comes next.
    thought: the revision at which it thinks, and whether it has thought."""

    known: tuple[Entry, ...] = ()
    command: tuple[int, str] | None = None
    thought: tuple[int, bool] | None = None


@dataclass(frozen=True, slots=True)
class Client:
    """Somebody who sends one command to any process until there is an answer: the revision, or 0 if it comes
    too late."""

    seen: int
    answer: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What one process asks the pool. worker: who has taken it last. is_held: its time has not run out.
    answers: how many were accepted."""

    worker: int | None = None
    is_held: bool = False
    answers: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """All of it. lease: who thinks at which revision. deaths, losses: how many may still happen. questions:
    what each process asks. workers: whose question each of them has in mind."""

    stored: tuple[Entry, ...]
    lease: tuple[int, int] | None
    processes: tuple[Process, ...]
    clients: tuple[Client, ...]
    deaths: int
    losses: int
    questions: tuple[Question | None, ...] = ()
    workers: tuple[int | None, ...] = ()

    def asking(self, number: int, question: Question | None) -> "State":
        """The same with another question of one process."""
        return replace(self, questions=(*self.questions[:number], question, *self.questions[number + 1 :]))

    def working(self, worker: int, asker: int | None) -> "State":
        """The same with something else in the mind of one worker."""
        return replace(self, workers=(*self.workers[:worker], asker, *self.workers[worker + 1 :]))

    def at(self, number: int, process: Process, **changes: object) -> "State":
        """The same with another memory of one process."""
        processes = (*self.processes[:number], process, *self.processes[number + 1 :])
        return replace(self, processes=processes, **changes)  # type: ignore[arg-type]

    def answered(self, client: int, answer: int) -> tuple[Client, ...]:
        """The clients, one of which has heard."""
        heard = replace(self.clients[client], answer=answer)
        return (*self.clients[:client], heard, *self.clients[client + 1 :])


def is_for_computer(revision: int) -> bool:
    return revision % 2 == 1


@dataclass(frozen=True, slots=True)
class Protocol:
    """What keeps order; each part can be left out, to see what it is for. The number of an entry alone keeps
    two answers apart, be they of people or of computers: leases only save thinking twice."""

    numbers: bool = True  # `answers`: one entry for a table and a number
    patience: bool = True  # `Commands.store`: commit, then acknowledge
    holding: bool = True  # `questions.answer`: only who still has a question answers it

    def steps(self, state: State) -> Iterator[State]:
        """Everything that can happen next."""
        for number, process in enumerate(state.processes):
            yield from self.command_steps(state, number, process)
            yield from self.thought_steps(state, number, process)
            if len(process.known) < len(state.stored) and process.command is None:
                yield state.at(number, replace(process, known=state.stored))  # `News.catch_up`
            if state.deaths:  # It is started again, and loads the table.
                restarted = state.at(number, Process(state.stored), deaths=state.deaths - 1)
                yield restarted.asking(number, None) if state.workers else restarted
        yield from self.pool_steps(state)
        if state.lease is not None:
            yield replace(state, lease=None)  # It runs out.

    def command_steps(self, state: State, number: int, process: Process) -> Iterator[State]:
        """`Commands._store_once` and `Commands.insist`."""
        if process.command is None:
            for client, waiting in enumerate(state.clients):
                if waiting.answer is None and waiting.seen <= len(state.stored):
                    yield state.at(number, replace(process, command=(client, "check")))
            return
        client, step = process.command
        if step == "check":
            yield self.checked(state, number, client)
        elif step == "append":
            yield from self.appended(state, number, client)
        else:
            tried = (*process.known, (COMMAND, client))
            clients = state.answered(client, len(tried))
            yield state.at(number, replace(process, known=tried, command=None), clients=clients)

    def checked(self, state: State, number: int, client: int) -> State:
        """It is known already, comes too late, is tried, or was made after something not yet known here."""
        process = state.processes[number]
        known, seen, idle = process.known, state.clients[client].seen, replace(process, command=None)
        if (COMMAND, client) in known:
            place = known.index((COMMAND, client)) + 1
            return state.at(number, idle, clients=state.answered(client, place))
        if len(known) > seen:
            return state.at(number, idle, clients=state.answered(client, 0))
        if len(known) < seen:
            return state.at(number, replace(process, known=state.stored))
        return state.at(number, replace(process, command=(client, "append")))

    def appended(self, state: State, number: int, client: int) -> Iterator[State]:
        process, entry = state.processes[number], (COMMAND, client)
        place = len(process.known) + 1
        if not self.patience:
            state = replace(state, clients=state.answered(client, place))
        if not self.accepts(state, place, entry):
            yield state.at(number, replace(process, known=state.stored, command=(client, "check")))
            return
        stored = (*state.stored, entry)
        yield state.at(number, replace(process, command=(client, "committed")), stored=stored)
        if state.losses:  # It is committed, but the database does not say so.
            yield state.at(number, replace(process, command=None), stored=stored, losses=state.losses - 1)

    def thought_steps(self, state: State, number: int, process: Process) -> Iterator[State]:
        """`Opponents._play_one`."""
        revision = len(process.known)
        if process.thought is None:
            is_free = state.lease is None or state.lease[0] != revision or state.lease[1] == number
            if is_for_computer(revision) and is_free:
                yield state.at(number, replace(process, thought=(revision, False)), lease=(revision, number))
            return
        at, is_ready = process.thought
        idle = replace(process, thought=None)
        if not is_ready and state.workers:
            yield from self.question_steps(state, number, process)
        elif not is_ready:
            yield state.at(number, replace(process, thought=(at, True)))
        elif process.command is None:  # The table is locked while a command is carried out.
            entry, is_held = (THOUGHT, number), state.lease == (at, number)
            if revision != at:
                yield state.at(number, idle)
            elif is_held and self.accepts(state, at + 1, entry):
                stored = (*state.stored, entry)
                yield state.at(number, replace(idle, known=stored), stored=stored, lease=None)
            else:
                yield state.at(number, replace(idle, known=state.stored))

    def question_steps(self, state: State, number: int, process: Process) -> Iterator[State]:
        """`Pool.find`: it is asked, again if it was lost with the database, and its answer is fetched."""
        question = state.questions[number]
        if question is None:
            yield state.asking(number, Question())
        elif question.answers and process.thought is not None:
            ready = replace(process, thought=(process.thought[0], True))
            yield state.at(number, ready).asking(number, None)

    def pool_steps(self, state: State) -> Iterator[State]:
        """`PoolWorker`, and what becomes of questions by themselves."""
        for number, question in enumerate(state.questions):
            if question is None:
                continue
            if state.losses:
                yield replace(state.asking(number, None), losses=state.losses - 1)
            if question.is_held:  # Its time runs out, though its worker may only stand still.
                yield state.asking(number, replace(question, is_held=False))
        for worker, asker in enumerate(state.workers):
            if asker is None:
                for number, question in enumerate(state.questions):
                    if question is not None and not (question.is_held or question.answers):
                        taken = replace(question, worker=worker, is_held=True)
                        yield state.asking(number, taken).working(worker, number)
                continue
            yield self.worked(state, worker, asker)
            if state.deaths:
                yield replace(state.working(worker, None), deaths=state.deaths - 1)

    def worked(self, state: State, worker: int, asker: int) -> State:
        """A worker answers, or is refused."""
        question, done = state.questions[asker], state.working(worker, None)
        if question is None:
            return done
        is_its = question.worker == worker and question.is_held and not question.answers
        if not (is_its or not self.holding):
            return done
        return done.asking(asker, replace(question, is_held=False, answers=question.answers + 1))

    def accepts(self, state: State, place: int, entry: Entry) -> bool:
        """Whether the database stores an entry with this number."""
        is_next = place == len(state.stored) + 1 or not self.numbers
        return is_next and not (entry[0] == COMMAND and entry in state.stored)


def wrong(state: State) -> str:
    """What must never be, if it is."""
    commands = [entry for entry in state.stored if entry[0] == COMMAND]
    if len(commands) != len(set(commands)):
        return "an answer is stored twice"
    for number, client in enumerate(state.clients):
        if client.answer and state.stored[client.answer - 1 : client.answer] != ((COMMAND, number),):
            return "what was acknowledged is not stored"
        if client.answer == 0 and (COMMAND, number) in state.stored:
            return "what was refused is stored"
    if any(question is not None and question.answers > 1 for question in state.questions):
        return "a question is answered twice"
    if any(is_for_computer(place) != (kind == THOUGHT) for place, (kind, _who) in enumerate(state.stored)):
        return "somebody has answered who was not asked"
    if any(process.known != state.stored[: len(process.known)] for process in state.processes):
        return "somebody was shown what is not stored"
    return ""


def explored(protocol: Protocol, first: State) -> tuple[dict[State, list[State]], str]:
    """All states that can come, each with those before it; and what is wrong with the first wrong one."""
    before: dict[State, list[State]] = {first: []}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        for following in protocol.steps(state):
            if following not in before:
                if problem := wrong(following):
                    return before, problem
                before[following] = []
                waiting.append(following)
            before[following].append(state)
    return before, ""


def beginning(processes: int, seen: tuple[int, ...], *, deaths: int, losses: int, workers: int = 0) -> State:
    clients = tuple(Client(revision) for revision in seen)
    pool = (None,) * processes, (None,) * workers
    return State((), None, (Process(),) * processes, clients, deaths, losses, *pool)


@pytest.mark.parametrize(
    "first",
    [
        beginning(2, (0, 0), deaths=1, losses=1),
        beginning(2, (0, 2), deaths=1, losses=0),
        beginning(3, (0,), deaths=1, losses=0),
        beginning(2, (0,), deaths=1, losses=0, workers=2),
        beginning(1, (0, 2), deaths=1, losses=1, workers=2),
        pytest.param(beginning(3, (0, 0), deaths=1, losses=1), marks=pytest.mark.soak),
        pytest.param(beginning(2, (0,), deaths=1, losses=1, workers=2), marks=pytest.mark.soak),
    ],
    ids=[
        "two answers at once",
        "two turns",
        "three processes",
        "a pool",
        "turns of a pool",
        "all of it",
        "all and a pool",
    ],
)
def test_whatever_happens_nothing_acknowledged_is_lost_and_the_game_goes_on(first: State) -> None:
    before, problem = explored(Protocol(), first)
    assert problem == ""
    done = [state for state in before if all(client.answer is not None for client in state.clients)]
    done = [state for state in done if not is_for_computer(len(state.stored))]
    reaching, waiting = set(done), list(done)
    while waiting:
        for state in before[waiting.pop()]:
            if state not in reaching:
                reaching.add(state)
                waiting.append(state)
    assert len(reaching) == len(before), "a state from which it does not go on"


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ("numbers", "somebody was shown what is not stored|somebody has answered who was not asked"),
        ("patience", "what was acknowledged is not stored"),
        ("holding", "a question is answered twice"),
    ],
)
def test_the_model_notices_what_is_left_out(part: str, problem: str) -> None:
    first = beginning(2, (0, 0), deaths=1, losses=1, workers=2 if part == "holding" else 0)
    _before, found = explored(Protocol(**{part: False}), first)
    assert found in problem.split("|")
