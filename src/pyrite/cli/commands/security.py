"""`pyrite security`: tokens and certificates of this user's servers."""

from __future__ import annotations

from pathlib import Path

import click

from pyrite.cli.commands.options import InOrderGroup, settings_option
from pyrite.cli.invocation import Invocation
from pyrite.control.access.tokens import make_tokens, read_token, renew_token, token_files
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.job.commands import Role


@click.group("security", cls=InOrderGroup)
def security_command() -> None:
    """Tokens and certificates of this user's JobManager and history server."""


@security_command.command("token")
@click.option("--view", is_flag=True, help="The token that may only look, not the one that may change jobs.")
@click.option("--renew", is_flag=True, help="Replace the token first. The old one and its sign-ins are void at once.")
@settings_option("A setting, before conf/config.yaml.")
@click.pass_obj
def _token(invocation: Invocation, view: bool, renew: bool) -> None:
    """Print the token of REST, with which clients and browsers prove their role.

    Commands with -m find it themselves on this machine. Others send it as the header "Authorization: Bearer TOKEN".
    """
    store = JobStore.of_user()
    store.make()
    files = token_files(invocation.configuration, store.path)
    make_tokens(files)
    file = files[Role.VIEW if view else Role.OPERATE]
    click.echo(renew_token(file) if renew else read_token(file))


@security_command.command("init")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--host", "hosts", multiple=True, help="A further name or address of the server; any number of times.")
def _init(folder: Path, hosts: tuple[str, ...]) -> None:
    """Create certificates for servers and clients in a folder, and print the settings that use them.

    Run it again before the certificates expire, after 13 months: the authority stays, and running servers use the new
    ones from the next connection on.
    """
    from pyrite.control.access.certificates import CertificateFolder

    place = CertificateFolder(folder.absolute())
    place.make(hosts)
    click.echo(f"# certificates are in {place.path}; servers read:")
    click.echo("security.ssl.rest.enabled: true\nsecurity.ssl.rest.authentication-enabled: true")
    for side in ("server", "client"):
        if side == "client":
            click.echo("# clients read:\nsecurity.ssl.rest.enabled: true")
        click.echo(f"pyrite.security.ssl.rest.certificate-file: {place.path / side}.pem")
        click.echo(f"pyrite.security.ssl.rest.private-key-file: {place.path / side}-key.pem")
        click.echo(f"pyrite.security.ssl.rest.trusted-certificates-file: {place.path / 'ca.pem'}")
