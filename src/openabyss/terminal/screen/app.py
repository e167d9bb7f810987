"""`openabyss play` on the whole screen."""

import argparse
from collections.abc import Callable
from contextlib import closing

from textual.app import App
from textual.binding import Binding

from openabyss.errors import OpenAbyssError
from openabyss.terminal.opponents import Thinking, ThinkingHere, check_kind
from openabyss.terminal.screen.dialogs import Ask, LanguageSheet
from openabyss.terminal.screen.new_game import GameSetup, NewGame
from openabyss.terminal.screen.table_screen import TableScreen
from openabyss.terminal.session import Session
from openabyss.terminal.tables import forget, left_games, load, names_a_game, new_table, save, session_for
from openabyss.words import _

OPPONENTS_TAKE_SECONDS = 0.35


def play_on_screen(arguments: argparse.Namespace, begin_thinking: Callable[[], Thinking]) -> int:
    """Play on the whole screen; returns the exit status."""
    session = session_for(arguments) if names_a_game(arguments) else None
    with closing(begin_thinking()) as thinking:
        app = TableApp(session, captain=arguments.name, thinking=thinking)
        app.run()
    return app.return_code or 0


class TableApp(App[None]):
    """The client: a table, and what comes before the first one."""

    TITLE = "OpenAbyss"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]

    def __init__(
        self,
        session: Session | None = None,
        pace: float = OPPONENTS_TAKE_SECONDS,
        captain: str | None = None,
        thinking: Thinking | None = None,
    ) -> None:
        """Without a session it offers the saved game, or a new one."""
        super().__init__()
        self._thinking = thinking or ThinkingHere()
        self._session, self._pace, self._captain = session, pace, captain
        self._game_setup = GameSetup()
        self._is_leaving = False

    def on_mount(self) -> None:
        if self._session is not None:
            self.play(self._session)
        elif left_games():
            self._offer_saved_game()
        else:
            self.action_new_game()

    def on_unmount(self) -> None:
        if self._session is not None:
            self._session.close()

    def play(self, session: Session) -> None:
        """Show this session instead of the present one."""
        if self._session is not None and self._session is not session:
            self._session.close()
        self._session, session.thinking = session, self._thinking
        screen = TableScreen(session, self._pace)
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _offer_saved_game(self) -> None:
        answers = (("resume", _("Resume the saved game")), ("new", _("Start a new game")))
        self.push_screen(Ask(_("OpenAbyss"), answers), self._begin_with)

    def _begin_with(self, answer: str | None) -> None:
        if answer == "":
            self.exit()
        elif answer == "resume":
            self._resume()
        else:
            self.action_new_game()

    def _resume(self) -> None:
        """The game that was left last of those that can be read; without any, choose a new one."""
        for file in left_games():
            try:
                self.play(load(file))
            except OpenAbyssError as error:
                self.notify(str(error), severity="error", markup=False)
            else:
                return
        self.action_new_game()

    def action_new_game(self) -> None:
        """Choose a new game; the present one, if it is not over, is given up for it."""
        is_playing = self._session is not None and not self._session.is_over
        warning = _("The current game will be abandoned.") if is_playing else ""
        self.push_screen(NewGame(self._game_setup, warning), self._begin)

    def _begin(self, setup: GameSetup | None) -> None:
        if setup is not None:
            seed = int(setup.seed) if setup.seed else None
            try:
                kinds = [check_kind(kind) for kind in setup.kinds]
                begun = new_table(kinds, seed, self._captain, setup.variant)
            except OpenAbyssError as error:
                self.notify(str(error), severity="error", markup=False)
                self.action_new_game()
                return
            if self._session is not None:
                forget(self._session)
            self.play(begun)
        elif self._session is None:
            self.exit()
        else:
            self._show_again()

    def action_language(self) -> None:
        """Choose the language of everything that is read here."""
        self.push_screen(LanguageSheet(), self._show_again)

    def _show_again(self, _nothing: object = None) -> None:
        """The same table on a new screen, in the language of now."""
        if self._session is not None:
            self.play(self._session)

    def action_leave(self) -> None:
        """Save what is not over, and leave; if that cannot be saved, only when it has been tried before."""
        if self._session is not None and not self._session.is_over:
            try:
                save(self._session)
            except OpenAbyssError as error:
                if self._is_leaving:
                    self.exit(return_code=2, message=str(error))
                self._is_leaving = True
                self.notify(str(error), severity="error", markup=False)
                return
        self.exit()
