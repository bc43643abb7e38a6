"""The build is named by what pages are made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.assets import Assets
from scorekeeper.paths import static_folder
from scorekeeper.web.build import build_of


@pytest.mark.parametrize("name", ["page.html", "words.mo", "code.py"])
def test_other_files_are_another_build(tmp_path: Path, name: str) -> None:
    assets = Assets.load(static_folder())
    names = {build_of(assets, tmp_path)}
    for text in ("one", "two"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        names.add(build_of(assets, tmp_path))
    assert len(names) == 3
    assert build_of(replace(assets, names={**assets.names, "app.css": "app-00000000.css"}), tmp_path) not in names


def test_the_same_files_are_the_same_build_wherever_they_lie(tmp_path: Path) -> None:
    assets = Assets.load(static_folder())
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "page.html").write_text("the same", encoding="utf-8")
    (there / "what-an-editor-keeps.swp").write_text("open", encoding="utf-8")
    assert build_of(assets, here) == build_of(assets, there)
