#!/usr/bin/env python3
"""OpenSpiel's Monte Carlo tree search as a UGI program, to measure Parlor's engine against it.

    pip install open_spiel
    parlor match loa --rules 'classic stuck=loss' time:1000 'ugi:python3 tools/openspiel_ugi.py loa time=1000'

The search is OpenSpiel's own in C++ (`pyspiel.MCTSBot`, UCT with the solver), with one random playout at each leaf.
Arguments: the game (`loa`, `breakthrough` or `clobber`), then perhaps `--size 6x5` (files x ranks), `--uct C` (the
weight of exploration) and `--seed N`.

OpenSpiel knows no positions as text, so only `position startpos moves ...` is understood. Its Lines of Action draws when
a board comes back for the first time; where Parlor's rules go on, the moves between are left out, and so does it.
"""

import argparse
import sys

import pyspiel

MEMORY_MB = 500
ENDLESS = 10**9


class LinesOfAction:
    """Black (x) begins, as in Parlor; squares have the same names."""

    size = (8, 8)

    def load(self, size):
        return pyspiel.load_game("lines_of_action")

    def square(self, name, size):
        return name


class Clobber(LinesOfAction):
    """The pieces of the beginner (o) stand on a1 and its color, as Black's do in Parlor."""

    size = (6, 5)

    def load(self, size):
        return pyspiel.load_game("clobber", {"columns": size[0], "rows": size[1]})


class Breakthrough(LinesOfAction):
    """The player at the top begins: ranks are counted from the other end than in Parlor."""

    def load(self, size):
        return pyspiel.load_game("breakthrough", {"columns": size[0], "rows": size[1]})

    def square(self, name, size):
        return f"{name[0]}{size[1] + 1 - int(name[1:])}"


GAMES = {"loa": LinesOfAction, "breakthrough": Breakthrough, "clobber": Clobber}


def squares(text):
    """The two squares of a move such as f3-d5, f3xd5 or f3d5*."""
    found, text = [], text.lower()
    index = 0
    while index < len(text):
        end = index + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        if text[index].isalpha() and end > index + 1:
            found.append(text[index:end])
        index = end
    if len(found) != 2:
        raise ValueError(f"{text} is no move")
    return found


def board(state):
    """The pieces as text, without the side to move."""
    return str(state).split("\n\n")[0].strip()


def cut_circle(path):
    """Where the last state is a draw because its board was there before, goes back to when it was."""
    last = path[-1]
    if last.is_terminal() and not any(last.returns()):
        for index in range(len(path) - 3, -1, -2):
            if board(path[index]) == board(last):
                del path[index + 1 :]
                break


class Session:
    def __init__(self, arguments):
        self.kind = GAMES[arguments.game]()
        self.size = arguments.size or self.kind.size
        self.game = self.kind.load(self.size)
        self.arguments = arguments
        self.state = self.game.new_initial_state()

    def name(self, state, action):
        """An action in Parlor's form."""
        text = state.action_to_string(state.current_player(), action)
        return "-".join(self.kind.square(it, self.size) for it in squares(text))

    def play(self, moves):
        """Sets the position up by its moves from the start."""
        path = [self.game.new_initial_state()]
        for move in moves:
            state, wanted = path[-1], "-".join(squares(move))
            action = next((it for it in state.legal_actions() if self.name(state, it) == wanted), None)
            if action is None:
                raise ValueError(f"{move} is not legal")
            path.append(state.child(action))
            cut_circle(path)
        self.state = path[-1]

    def think(self, seconds, simulations):
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.arguments.seed)
        policy = pyspiel.ChildSelectionPolicy.UCT
        bot = pyspiel.MCTSBot(
            self.game, evaluator, self.arguments.uct, simulations, MEMORY_MB, True, self.arguments.seed, False, policy,
            seconds,
        )
        root = bot.mcts_search(self.state)
        return root.best_child().action, root.explore_count

    def go(self, words):
        limits = dict(zip(words[::2], words[1::2]))
        seconds = int(limits["movetime"]) / 1000 if "movetime" in limits else -1.0
        simulations = int(limits.get("nodes", ENDLESS if seconds > 0 else 1000))
        if self.state.is_terminal():
            raise ValueError("the game is over")
        action, count = self.think(seconds, simulations)
        say(f"info nodes {count}")
        say(f"bestmove {self.name(self.state, action)}")

    def obey(self, words):
        match words:
            case ["ugi", *_]:
                say("id name OpenSpiel MCTS")
                say(f"option name Game type combo default {self.arguments.game} var {self.arguments.game}")
                say("ugiok")
            case ["isready", *_]:
                files, ranks = self.size
                say(f"info string variant {self.arguments.game} files {files} ranks {ranks}")
                say("readyok")
            case ["position", "startpos", *rest]:
                self.play(rest[1:])
            case ["position", *_]:
                raise ValueError("only positions by their moves from the start are understood")
            case ["go", *rest]:
                self.go(rest)


def say(line):
    print(line, flush=True)


def size(text):
    return tuple(int(it) for it in text.split("x"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--size", type=size)
    parser.add_argument("--uct", type=float, default=1.4)
    parser.add_argument("--seed", type=int, default=1)
    session = Session(parser.parse_args())
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        try:
            session.obey(words)
        except ValueError as error:
            say(f"info string {error}")
            if words[0] == "go":
                say("bestmove none")


if __name__ == "__main__":
    main()
