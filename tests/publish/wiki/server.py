"""A MediaWiki of its own for the tests: Debian's package on SQLite, served by PHP on loopback. Nothing is written outside one folder."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from kilnscript.publish.wiki.api import Api
from kilnscript.publish.wiki.login import log_in, token

FILES = Path("/usr/share/mediawiki")
NEEDED = ("intl", "mbstring", "xml", "pdo_sqlite")
PACKAGES = "mediawiki php-cli php-sqlite3 php-intl php-mbstring php-xml php-curl"
PASSWORD = "botpassword0123456789botpassword01"  # of a wiki that lives as long as the tests
GRANTS = "basic,editpage,createeditmovepage,uploadfile"
ALL_GRANTS = f"{GRANTS},uploadeditmovefile,editprotected,highvolume,protect,delete"
SETTINGS = """
$wgEnableUploads = true;
$wgFileExtensions[] = 'svg';
$wgSVGConverters['tests'] = [ 'OnePixel::draw' ];
$wgSVGConverter = 'tests';
class OnePixel {
	public static function draw( $from, $to, $width, $height ) {
		file_put_contents( $to, base64_decode(
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' ) );
		return '';
	}
}
$wgUploadDirectory = %(images)s;
$wgUploadPath = '/images';
$wgCacheDirectory = %(cache)s;
$wgJobRunRate = 0;
$wgEnableEmail = false;
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
foreach ( glob( %(more)s ) as $file ) {
	require $file;
}
"""


def missing() -> str | None:
    """Why there can be no wiki here, or None."""
    if shutil.which("php") is None or not FILES.is_dir():
        return f"no MediaWiki on this machine: apt-get install --no-install-recommends {PACKAGES}"
    found = subprocess.run(["php", "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    lacking = [name for name in NEEDED if name not in found]
    return f"PHP lacks {', '.join(lacking)}: apt-get install --no-install-recommends {PACKAGES}" if lacking else None


@dataclass
class Wiki:
    """``api``: logged in as the administrator."""

    url: str
    folder: Path
    user: str = "Ann@kiln"
    password: str = PASSWORD
    api: Api = field(init=False)

    def __post_init__(self) -> None:
        self.api = self.login("Admin@kiln")

    def login(self, name: str) -> Api:
        api = Api(self.url, timeout=120)
        log_in(api, name, PASSWORD)
        return api

    def edit(self, title: str, text: str, summary: str = "by hand", api: Api | None = None) -> None:
        api = api or self.api
        api.post("edit", title=title, text=text, summary=summary, token=token(api))

    def text(self, title: str) -> str | None:
        page = self.api.get("query", titles=title, prop="revisions", rvprop="content", rvslots="main")["query"]["pages"][0]
        return None if page.get("missing") else page["revisions"][0]["slots"]["main"]["content"]

    def html(self, text: str, title: str = "Test") -> str:
        return str(
            self.api.post("parse", text=text, title=title, contentmodel="wikitext", prop="text", disablelimitreport=1)["parse"]["text"]
        )

    @contextmanager
    def settings(self, php: str) -> Iterator[None]:
        """With more settings."""
        file = self.folder / f"more{uuid4().hex}.php"  # PHP remembers what it has read
        file.write_text(f"<?php\n{php}\n")
        try:
            yield
        finally:
            file.unlink()


@contextmanager
def running(folder: Path) -> Iterator[Wiki]:
    root, port = folder / "root", free_port()
    root.mkdir()
    for file in FILES.iterdir():
        if file.name not in ("images", "config", "mw-config", "LocalSettings.php"):
            (root / file.name).symlink_to(file)
    places = {name: folder / name for name in ("images", "cache", "data")}
    for name, place in places.items():
        place.mkdir()
        if name == "images":
            (root / name).symlink_to(place)
    settings = folder / "LocalSettings.php"
    environment = {**os.environ, "MW_CONFIG_FILE": str(settings)}

    def php(script: str, *arguments: str) -> None:
        command = ["php", str(FILES / "maintenance" / script), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{script}: {done.stdout}{done.stderr}"

    address = f"http://127.0.0.1:{port}"
    where = ("--dbtype", "sqlite", "--dbpath", str(places["data"]), "--server", address, "--scriptpath", "", "--confpath", str(folder))
    php("install.php", *where, "--skins", "Vector", "--pass", PASSWORD, "Tests of KilnScript", "Admin")
    paths = {"images": places["images"], "cache": places["cache"], "more": folder / "more*.php"}
    with settings.open("a") as more:
        more.write(SETTINGS % {name: json.dumps(str(path)) for name, path in paths.items()})
    php("createAndPromote.php", "Ann", PASSWORD)
    php("createBotPassword.php", "--appid", "kiln", "--grants", GRANTS, "Ann", PASSWORD)
    php("createBotPassword.php", "--appid", "kiln", "--grants", ALL_GRANTS, "Admin", PASSWORD)
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            ["php", "-d", "display_errors=0", "-S", f"127.0.0.1:{port}", "-t", str(root)], env=environment, stdout=log, stderr=log
        )
        try:
            wait_for(port, server)
            yield Wiki(f"{address}/api.php", folder)
        finally:
            server.terminate()
            server.wait(timeout=60)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[Any]) -> None:
    for _ in range(300):
        assert server.poll() is None, "PHP's server has stopped"
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("PHP's server does not answer")
