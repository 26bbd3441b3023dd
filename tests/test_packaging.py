"""What is installed is what is in the repository; the build compiles all of it or nothing."""

import ast
import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from email import message_from_string
from importlib.metadata import version
from pathlib import Path

import pytest

import dalang

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "dalang"
COMPILER: str = sysconfig.get_config_var("CC").split()[0]
MISSING = "no-such-compiler"


def test_the_package_knows_its_version() -> None:
    assert dalang.__version__ == version("dalang")


def test_every_file_of_the_sources_is_installed() -> None:
    """Data, words, drawings, replays and tests too: package-data names them by pattern.

    Only what made the drawings stays behind, and what checks and tests the scripts.
    """
    installed = Path(dalang.__file__).parent
    files = [file.relative_to(SOURCES) for file in SOURCES.rglob("*") if file.is_file()]
    ours = [file for file in files if not {"__pycache__", "artwork"} & set(file.parts)]
    ours = [file for file in ours if not file.name.endswith((".d.ts", ".test.js"))]
    assert [str(file) for file in ours if not (installed / file).exists()] == []


# --- The build --------------------------------------------------------------------------

# What stands in for mypyc, which takes minutes: it makes a library of two games and a module that
# leads to it, as mypyc does.
MYPYC = '''
from pathlib import Path
from setuptools import Extension

HEAD = "#include <Python.h>\\n"
MODULE = HEAD + """
static struct PyModuleDef it = {PyModuleDef_HEAD_INIT, .m_name = "NAME", .m_size = -1};
PyMODINIT_FUNC PyInit_NAME(void)
{
    PyObject *made = PyModule_Create(&it);
    PyModule_AddIntConstant(made, "sum", SUM);
    return made;
}
"""
PARTS = {
    "__native_dalang___games___go___rules": "int go(void) { return 1; }",
    "__native_dalang___games___go___drawing___board": "int drawn(void) { return 2; }",
    "__native_dalang___games___chess___rules": "int chess(void) { return 4; }",
    "__native_group": "int go(void), drawn(void), chess(void);\\n"
    + MODULE.replace("NAME", "group").replace("SUM", "go() + drawn() + chess()"),
}


def mypycify(paths, **options):
    assert options["multi_file"]
    Path("build").mkdir(exist_ok=True)
    for name, text in PARTS.items():
        Path("build", name + ".c").write_text(text)
    Path("build/leads.c").write_text(MODULE.replace("NAME", "leads").replace("SUM", "0"))
    library = Extension("group", [f"build/{name}.c" for name in PARTS])
    return [library, Extension("dalang.leads", ["build/leads.c"])]
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A Dalang of one empty module, built by the real setup.py."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("src/dalang", "tools/mypyc"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "tools/mypyc/build.py").write_text(MYPYC, "utf-8")
    return tmp_path


def backend(project: Path, hook: str, mode: str, compiler: str) -> subprocess.CompletedProcess[str]:
    """What pip does to build: it calls a hook of setuptools, which here prints its answer."""
    code = f"from setuptools import build_meta; print(build_meta.{hook})"
    places = {"PYTHONPATH": str(project / "tools"), "DALANG_COMPILE": mode, "CC": compiler}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env=os.environ | places,
        capture_output=True,
        text=True,
    )


def wheel(project: Path, mode: str, compiler: str = COMPILER) -> tuple[Path, str]:
    """The wheel of a project, and what the build printed."""
    done = backend(project, "build_wheel('dist')", mode, compiler)
    assert done.returncode == 0, done.stdout + done.stderr
    return project / "dist" / done.stdout.splitlines()[-1], done.stderr


def compiled(built: Path) -> list[str]:
    """The compiled modules in a wheel."""
    names = zipfile.ZipFile(built).namelist()
    return sorted(name.split(".")[0] for name in names if name.endswith((".so", ".pyd")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "compiler", "compiles"),
    [
        ("0", COMPILER, False),
        ("auto", MISSING, False),
        ("auto", COMPILER, shutil.which(COMPILER) is not None),
        ("1", MISSING, True),
    ],
)
def test_only_who_compiles_needs_mypy(
    project: Path, mode: str, compiler: str, compiles: bool
) -> None:
    done = backend(project, "get_requires_for_build_wheel()", mode, compiler)
    extra = ast.literal_eval(done.stdout.splitlines()[-1])
    assert [name.partition("[")[0] for name in extra] == (["mypy"] if compiles else [])


@pytest.mark.slow
@pytest.mark.parametrize("address", ["", "https://example.org/games/dalang/"])
def test_a_package_names_the_repository_that_it_was_made_in(
    project: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DALANG_REPOSITORY", address)
    done = backend(project, "prepare_metadata_for_build_wheel('.')", "0", COMPILER)
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = project.glob("*.dist-info/METADATA")
    told = message_from_string(file.read_text("utf-8")).get_all("Project-URL", [])
    names = ["Source", "Documentation", "Changelog", "Issues"] if address else []
    assert [url.partition(",")[0] for url in told] == names
    assert all(url.partition(", ")[2].startswith(address.rstrip("/")) for url in told)
    assert not any("//tree" in url or url.endswith("/") for url in told)


def test_the_same_mypy_checks_and_compiles() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert pyproject["build-system"]["requires"] == ["setuptools>=77"]
    wanted = runpy.run_path(str(ROOT / "setup.py"))["MYPYC"]
    assert wanted in pyproject["project"]["optional-dependencies"]["dev"]


@pytest.mark.slow
def test_the_units_make_one_library(project: Path) -> None:
    built, _ = wheel(project, "auto")
    there = shutil.which(COMPILER) is not None
    assert compiled(built) == (["dalang/leads", "group"] if there else [])
    if there:
        units = {unit.stem: unit.read_text("utf-8") for unit in project.glob("build/units/*.c")}
        assert sorted(units) == ["chess", "engine", "go", "go-drawing"]
        assert all(text.count("#include") == 1 for text in units.values())
        command = [sys.executable, "-c", "import group; print(group.sum)"]
        with zipfile.ZipFile(built) as archive:
            archive.extractall(project / "installed")
        assert subprocess.check_output(command, cwd=project / "installed").strip() == b"7"


@pytest.mark.slow
def test_the_same_sources_make_the_same_library(project: Path) -> None:
    """Whichever core is ready first."""
    contents: list[dict[str, bytes]] = []
    for _ in range(2):
        archive = zipfile.ZipFile(wheel(project, "auto")[0])
        contents.append({name: archive.read(name) for name in archive.namelist()})
        shutil.rmtree(project / "build")
    assert contents[0] == contents[1]


@pytest.mark.slow
def test_half_a_group_is_never_installed(project: Path) -> None:
    broken = MYPYC.replace("int chess(void) { return 4; }", "#error cannot be compiled")
    (project / "tools/mypyc/build.py").write_text(broken, "utf-8")
    built, said = wheel(project, "auto")
    assert compiled(built) == []
    assert said.count("installing pure Python") == 1
    assert backend(project, "build_wheel('dist')", "1", COMPILER).returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "compiler", "notices"), [("0", COMPILER, 0), ("auto", MISSING, 1)]
)
def test_a_pure_wheel_without_mypy(project: Path, mode: str, compiler: str, notices: int) -> None:
    (project / "tools/mypyc/build.py").write_text("raise AssertionError('asked')", "utf-8")
    built, said = wheel(project, mode, compiler)
    assert built.name.endswith("py3-none-any.whl")
    assert compiled(built) == []
    assert said.count("installing pure Python") == notices


@pytest.mark.slow
def test_without_a_compiler_a_release_fails(project: Path) -> None:
    done = backend(project, "build_wheel('dist')", "1", MISSING)
    assert done.returncode != 0
    assert MISSING in done.stdout + done.stderr
