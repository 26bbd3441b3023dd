"""dalang completion: what a shell needs to complete commands, options and names of games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dalang.cli.telling import tell_json
from dalang.registry import all_games

SHELLS = ("bash", "zsh", "fish")

_BASH = """\
# dalang completion bash > ~/.local/share/bash-completion/completions/dalang
_dalang() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=""
    case "${{COMP_WORDS[1]}} $before" in
{values}
        *) case "${{COMP_WORDS[1]}}" in
{commands}
            *) words="{names} --help --version" ;;
            esac ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{names} --help --version"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [ ${{#COMPREPLY[@]}} -eq 0 ] && compopt -o default
}}
complete -F _dalang dalang
"""
_ZSH = """\
#compdef dalang
# dalang completion zsh > ~/.zfunc/_dalang   (a folder in $fpath)
autoload -U +X bashcompinit && bashcompinit
"""


@dataclass(frozen=True)
class Flag:
    """An option of a command."""

    names: tuple[str, ...]
    help: str
    takes: bool  # whether something follows it …
    choices: tuple[str, ...]  # … and what that can be, if it is one of a few


def complete(
    commands: Mapping[str, argparse.ArgumentParser], shell: str, as_json: bool, language: str
) -> int:
    """Prints the script of a shell; help is English, like that of the commands."""
    code = script(shell, commands)
    if as_json:
        tell_json({"shell": shell, "script": code})
    else:
        print(code, end="")
    return 0


def script(shell: str, commands: Mapping[str, argparse.ArgumentParser]) -> str:
    """What the shell reads."""
    if shell == "fish":
        return "\n".join(_fish(commands)) + "\n"
    bash = _BASH.format(
        names=" ".join(commands),
        values="\n".join(_bash_values(commands)),
        commands="\n".join(_bash_commands(commands)),
    )
    return bash if shell == "bash" else _ZSH + bash.partition("\n")[2]


def _flags(command: argparse.ArgumentParser) -> list[Flag]:
    """The options of a command."""
    return [
        Flag(
            tuple(action.option_strings),
            (action.help or "").partition(" (default")[0],
            action.nargs != 0,
            tuple(map(str, action.choices or ())),
        )
        for action in _actions(command)
        if action.option_strings
    ]


def _words(command: argparse.ArgumentParser) -> list[str]:
    """What can stand without an option: names of games, or the choices."""
    found: list[str] = []
    for action in _actions(command):
        if action.metavar == "GAME":
            found += all_games()
        elif not action.option_strings:
            found += map(str, action.choices or ())
    return found


def _actions(command: argparse.ArgumentParser) -> list[argparse.Action]:
    actions: list[argparse.Action] = vars(command)["_actions"]  # argparse has no public way
    return actions


def _bash_values(commands: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    for name, command in commands.items():
        for flag in _flags(command):
            if flag.takes:
                patterns = "|".join(f'"{name} {word}"' for word in flag.names)
                yield f'        {patterns}) words="{" ".join(flag.choices)}" ;;'


def _bash_commands(commands: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    for name, command in commands.items():
        words = [*_words(command), *(word for flag in _flags(command) for word in flag.names)]
        yield f'            {name}) words="{" ".join(words)}" ;;'


def _fish(commands: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    yield "# dalang completion fish > ~/.config/fish/completions/dalang.fish"
    for name, command in commands.items():
        told = _quoted(command.description or "")
        yield f"complete -c dalang -n __fish_use_subcommand -f -a {name} -d {told}"
        here = f"complete -c dalang -n '__fish_seen_subcommand_from {name}'"
        if words := _words(command):
            yield f"{here} -f -a '{' '.join(words)}'"
        for flag in _flags(command):
            names = " ".join(
                f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}"
                for word in flag.names
            )
            chosen = f" -f -a '{' '.join(flag.choices)}'" if flag.choices else ""
            yield f"{here} {names}{' -r' if flag.takes else ''}{chosen} -d {_quoted(flag.help)}"


def _quoted(text: str) -> str:
    """For fish, the first sentence."""
    sentence = text.partition(". ")[0].replace("\\", "\\\\").replace("'", "\\'")
    return f"'{sentence}'"
