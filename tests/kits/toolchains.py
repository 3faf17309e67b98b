"""What it takes to build and check each starter kit: one row for each language.

A kit is written into an empty folder, as ``skyjo bot new`` does for its author, so the ``.proto``
files lie in ``protos/`` there. All commands are run in that folder.
"""

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[2]

QUIETLY: Final = ("--quiet", "--disable-pip-version-check")
MAVEN: Final = ("mvn", "--batch-mode", "--no-transfer-progress")
CMAKE_BUILD: Final = ("cmake", "--build", "build", "--parallel", "2")

Command = tuple[str, ...]


@dataclass(frozen=True)
class Kit:
    """One kit: the folder ``kits/LANGUAGE``."""

    language: str
    player: str
    """The name that its bot plays under when none is asked for."""
    tools: tuple[str, ...]
    """Programs that have to be on the PATH."""
    build: tuple[Command, ...]
    """One after another they make the program."""
    run: Command
    """Starts the program; what needs an environment gets it from whoever runs it."""
    checks: Mapping[str, Command] = field(default_factory=dict)
    """Unit tests and linters by name: each ends with 0 where all is well."""
    optimised_build: tuple[Command, ...] = ()
    optimised_run: Command = ()
    """Both as its README says, where the tests make do with what is built sooner."""

    @property
    def optimised(self) -> "Kit":
        """The kit built to be measured."""
        build, run = self.optimised_build or self.build, self.optimised_run or self.run
        return replace(self, build=build, run=run)

    @property
    def missing(self) -> str:
        """Why it cannot be built here; empty where it can."""
        absent = [tool for tool in self.tools if shutil.which(tool) is None]
        need = ", ".join(absent)
        return f"the kit {self.language} needs {need}, not found here" if absent else ""


KITS: Final = (
    Kit(
        "go",
        player="gopher",
        tools=("go",),
        build=(("go", "build"),),
        run=("./skyjobot",),
        checks={
            "vet": ("go", "vet", "./..."),
            "test": ("go", "test", "./..."),
            # Not every installation has gofmt on the PATH, and it ends with 0 whatever it finds.
            "format": (
                "sh",
                "-c",
                'found=$("$(go env GOROOT)/bin/gofmt" -d *.go); echo "$found"; test -z "$found"',
            ),
            "generated": (sys.executable, str(CHECKOUT / "tools" / "generate_go.py"), "--check"),
        },
    ),
    Kit(
        "python",
        player="python",
        tools=(sys.executable,),
        build=(
            (sys.executable, "-m", "venv", ".venv"),
            (".venv/bin/pip", *QUIETLY, "install", "-r", "requirements.txt"),
        ),
        run=(".venv/bin/python", "main.py"),
        checks={"test": (".venv/bin/python", "-m", "unittest", "-b")},
    ),
    Kit(
        "typescript",
        player="typist",
        tools=("node", "npm"),
        build=(("npm", "ci"), ("npm", "run", "build")),
        run=("node", "dist/main.js"),
        checks={"test": ("npm", "test"), "format": ("npm", "run", "lint")},
    ),
    Kit(
        "java",
        player="barista",
        tools=("javac", "mvn"),
        build=((*MAVEN, "package", "-DskipTests"),),
        run=("java", "-jar", "target/skyjobot.jar"),
        checks={"test": (*MAVEN, "test"), "format": (*MAVEN, "spotless:check")},
    ),
    Kit(
        "rust",
        player="crab",
        tools=("cargo", "cargo-clippy", "cargo-fmt"),
        build=(("cargo", "build", "--locked", "--quiet"),),
        run=("./target/debug/skyjobot",),
        optimised_build=(("cargo", "build", "--locked", "--quiet", "--release"),),
        optimised_run=("./target/release/skyjobot",),
        checks={
            "test": ("cargo", "test", "--locked", "--quiet"),
            "lint": ("cargo", "clippy", "--locked", "--all-targets", "--", "-D", "warnings"),
            "format": ("cargo", "fmt", "--check"),
        },
    ),
    Kit(
        "cpp",
        player="cpp",
        tools=("g++", "cmake", "protoc", "grpc_cpp_plugin"),
        build=(
            (
                "cmake",
                "-B",
                "build",
                "-DCMAKE_BUILD_TYPE=Debug",
                "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",
            ),
            CMAKE_BUILD,
        ),
        run=("./build/skyjobot",),
        optimised_build=(("cmake", "-B", "build"), CMAKE_BUILD),
        checks={
            "test": ("ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error")
        },
    ),
)
"""What builds slowly stands last: it is built while the others are tested."""

CHECKS: Final = [(kit, name) for kit in KITS for name in kit.checks]
