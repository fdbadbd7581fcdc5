"""Commands as processes: what is imported, interruption, closed pipes, terminals of few letters, plain output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "kalarite.compiler.cli"]


def kalarite(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]


def read_all(terminal: int) -> bytes:
    """What is written to the other side of a pseudo-terminal until that is closed."""
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(terminal)
    return shown


USES = [  # command, what it must not load
    (["--help"], {"lark", "rich", "jinja2", "jsonschema", "mkdocs", "kalarite.runtime"}),
    (["list", "forms"], {"lark", "rich", "jinja2", "mkdocs"}),
    (["check"], {"rich", "jinja2", "mkdocs", "kalarite.compiler.page"}),
    (["fmt", "--check"], {"rich", "jinja2", "mkdocs", "kalarite.runtime"}),
    (["show", "Knight"], {"rich", "jinja2", "mkdocs"}),
    (["test"], {"rich", "jinja2", "mkdocs"}),
    (["playout", "--games", "1"], {"lark", "rich", "jinja2", "jsonschema", "mkdocs", "kalarite.dsl.parse"}),
]


@pytest.mark.parametrize(("arguments", "unused"), USES, ids=[" ".join(x[0]) for x in USES])
def test_a_command_imports_only_what_it_uses(arguments: list[str], unused: set[str]) -> None:
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('\\n'.join(sys.modules), file=sys.stderr))\n"
        f"from kalarite.compiler.cli import main; main({arguments!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "click" in done.stderr.split()
    assert not unused & set(done.stderr.split())


@pytest.mark.parametrize(
    ("package", "command"), [("click", "--help"), ("click", "list"), ("lark", "check"), ("lark", "show Knight")]
)
def test_without_the_packages_of_the_compiler(package: str, command: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"from kalarite.compiler.cli import main; main({command.split()!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"kalarite: there is no package '{package}'; the command line needs the compiler's packages: "
        "python -m pip install kalarite without --no-deps\n"
    )


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_text_is_as_wide_as_the_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "40"}
    process = subprocess.Popen([*COMMAND, "show", "Knight"], stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    lines = read_all(ours).decode().splitlines()
    assert process.wait() == 0
    assert max(map(len, lines)) <= 40
    assert [x for x in lines if x.startswith("  ") and x.strip()[0].isalpha()]  # a ruling goes on below itself
    assert max(map(len, kalarite("show", "Knight").stdout.splitlines())) > 80  # a pipe gets whole lines


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_it_clears_up(tmp_path: Path, number: signal.Signals, status: int) -> None:
    process = subprocess.Popen(
        [*COMMAND, "build", "--out", "out"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".out.new-*/compiled")) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.glob(".out.new-*/compiled"))
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (status, "")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "module", ["click", "kalarite.compiler.sources", "jsonschema", "lark", "kalarite.runtime.game"]
)
def test_interrupted_while_it_begins(tmp_path: Path, module: str) -> None:
    """Control-C reaches it at its first look at some module, or at one that this module needs."""
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from kalarite.compiler.cli import main\n"
        "main(['build', '--out', 'out'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr in ("", "kalarite: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupted_at_any_time(tmp_path: Path) -> None:
    """From its first import of a package on. (Before that it is Python that is interrupted.)"""
    code = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click':\n"
        "            print(flush=True)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from kalarite.compiler.cli import main\n"
        "main(['check'])\n"
    )
    for wait in (0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5):
        process = subprocess.Popen(
            [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode in (0, 130, -signal.SIGINT)
        assert "Traceback" not in err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_ignored_interruption_stays_ignored() -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from kalarite.compiler.cli import list as _, main\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "main(['list'])\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="pipes")
@pytest.mark.parametrize("command", ["export --json -", "list", "list cards --json", "--help", "check", "explain K010"])
def test_a_closed_pipe_is_no_mistake(command: str) -> None:
    """Nobody reads: it is quiet, and its status says neither that all is well nor that there are findings."""
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen([*COMMAND, *command.split()], stdout=theirs, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (141, "")


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
def test_a_pipe_that_is_closed_halfway() -> None:
    shell = f"{sys.executable} -m kalarite.compiler.cli export --json - | head -c 20"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout) == 20


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_terminals_of_few_letters(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "蛙.card").write_text("common being 蛙\n\npattern\n  c@\n\neffect\n  standart move\n", "utf-8")
    done = kalarite(
        "check", "蛙.card", cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": encoding}, encoding="utf-8"
    )
    assert done.returncode == 1
    assert ".card:7:3: error" in done.stdout
    assert done.stderr == ""


def test_output_in_a_pipe_is_plain() -> None:
    for arguments in (["list", "cards"], ["check"], ["show", "Knight"], ["--help"]):
        done = kalarite(*arguments)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
@pytest.mark.parametrize(("setting", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_color_on_a_terminal_unless_it_is_not_wanted(tmp_path: Path, setting: dict[str, str], colored: bool) -> None:
    import pty

    (tmp_path / "toad.card").write_text("common being Toad\n\npattern\n  c@\n\neffect\n  standart move\n")
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "check", "toad.card"],
        cwd=tmp_path,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm", **setting},
    )
    os.close(theirs)
    shown = read_all(ours)
    assert process.wait() == 1
    assert b"toad.card" in shown
    assert (b"\x1b[" in shown) == colored


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_takes_no_more() -> None:
    for stream, status in (("/dev/full", 2), ("&-", 0)):
        shell = f"{sys.executable} -m kalarite.compiler.cli list >{stream}"
        done = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert done.stderr == ("kalarite: no space left on device\n" if status else "")


@pytest.mark.skipif(os.name != "posix", reason="devices")
def test_a_device_is_written_to_and_not_replaced() -> None:
    done = kalarite("export", "--json", os.devnull)
    assert done.returncode == 0
    assert not Path(os.devnull).is_file()
