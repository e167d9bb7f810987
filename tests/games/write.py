"""`python -m tests.games.write`: write transcripts, counts and finished games anew."""

from tests.games import counts, finished, transcripts


def main() -> None:
    """Overwrite the files; what has changed is then seen with `git diff`."""
    transcripts.FOLDER.mkdir(exist_ok=True)
    for players in transcripts.SEEDS:
        transcripts.path_of(players).write_text(transcripts.transcript(players))
    counts.PATH.write_text(counts.table_of_counts())
    finished.FOLDER.mkdir(parents=True, exist_ok=True)
    for players, ending in finished.WANTED:
        game = finished.finished_game(players, ending)
        finished.path_of(players, ending).write_text(finished.as_text(game))


if __name__ == "__main__":
    main()
