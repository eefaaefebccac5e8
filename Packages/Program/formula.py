"""Prints a Homebrew formula for the archives of one version in a folder.

usage: formula.py VERSION FOLDER
"""

import hashlib
import os
import sys
from pathlib import Path

HOME = os.environ.get("MOCKPOSTLY_HOME_URL", "https://github.com/mockpostly/mockpostly")
PLATFORMS = {
    "macos-aarch64": ("on_macos", "on_arm"),
    "macos-x86_64": ("on_macos", "on_intel"),
    "linux-aarch64": ("on_linux", "on_arm"),
    "linux-x86_64": ("on_linux", "on_intel"),
}


def main(version: str, folder: Path):
    systems: dict[str, list[str]] = {}
    for platform, (system, machine) in PLATFORMS.items():
        archive = folder / f"mockpostly-{version}-{platform}.tar.gz"
        if not archive.exists():
            continue
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        systems.setdefault(system, []).append(
            f"    {machine} do\n"
            f'      url "{HOME}/releases/download/v{version}/{archive.name}"\n'
            f'      sha256 "{digest}"\n'
            "    end\n"
        )
    blocks = "\n".join(
        f"  {system} do\n" + "\n".join(machines) + "  end\n" for system, machines in systems.items()
    )
    print(
        f"""class Mockpostly < Formula
  desc "Mock backend for the development and the tests of apps"
  homepage "{HOME}"
  version "{version}"
  license "MIT"

{blocks}
  def install
    bin.install "bin/mockpostly"
    man1.install "share/man/man1/mockpostly.1"
    bash_completion.install "share/bash-completion/completions/mockpostly"
    zsh_completion.install "share/zsh/site-functions/_mockpostly"
    fish_completion.install "share/fish/vendor_completions.d/mockpostly.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/mockpostly --version")
    system bin/"mockpostly", "exec", "--", "sh", "-c", "exit 0"
  end
end"""
    )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
