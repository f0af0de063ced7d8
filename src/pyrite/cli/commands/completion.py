"""`pyrite completion`: prints the script by which a shell completes commands, options and values."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

COMPLETION_VARIABLE: Final = "_PYRITE_COMPLETE"
"""The variable by which the shell's function requests completions: `<shell>_complete`."""
_NO_BLANK_AFTER_KEYS: Final = {
    "COMPREPLY+=($value)": "COMPREPLY+=($value); [[ $value == *= ]] && compopt -o nospace",
    "compadd -U -V unsorted -a completions": (
        "if [[ $completions[1] == *= ]]; then compadd -U -V unsorted -S '' -a completions; "
        "else compadd -U -V unsorted -a completions; fi"
    ),
}
"""Lines of click's scripts for bash and zsh, with replacements that add no blank after KEY=. Fish adds none."""


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), help="The shell to print the script for.")
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a script that completes commands, options, keys of settings, files and running jobs in a shell.

    \b
    bash: echo 'eval "$(pyrite completion bash)"' >> ~/.bashrc
    zsh:  echo 'eval "$(pyrite completion zsh)"' >> ~/.zshrc, after compinit
    fish: pyrite completion fish > ~/.config/fish/completions/pyrite.fish
    """
    root = context.find_root()
    complete = get_completion_class(shell)
    assert complete is not None
    script = complete(root.command, {}, str(root.info_name), COMPLETION_VARIABLE).source()
    for line, instead in _NO_BLANK_AFTER_KEYS.items():
        script = script.replace(line, instead)
    click.echo(script, nl=False)
