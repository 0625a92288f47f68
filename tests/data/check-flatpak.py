#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifest is whole: what Koma is built from is in the runtime or a module, every source is
pinned, nothing of the host is open, and its names are those of the program's other files."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is not installed")
    sys.exit(77)

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
MANIFEST = SOURCE / "data" / "packages" / "flatpak" / "app.koma.Koma.yml"
RUNTIME = "org.gnome.Platform or its Sdk"
# By the name that Meson looks for.
COMES_FROM = {
    **dict.fromkeys(["dl", "egl", "gdk-pixbuf-2.0", "gi-docgen", "gio-2.0", "gio-unix-2.0", "glesv2", "glib-2.0",
                     "gobject-introspection-1.0", "gstreamer-1.0", "gstreamer-app-1.0", "gstreamer-video-1.0",
                     "gtk4", "itstool", "json-glib-1.0", "libadwaita-1", "libarchive", "libjpeg", "libseccomp",
                     "libsoup-3.0", "m", "sqlite3", "update-desktop-database", "update-mime-database",
                     "/usr/bin/python3"],
                    RUNTIME),
    "exempi-2.0": "exempi",
    "libprotobuf-c": "protobuf-c",
    "libxxhash": "xxhash",
    "protoc-c": "protobuf-c",
    "pthreadpool": "xnnpack",
    "XNNPACK": "xnnpack",
}
# The help as HTML is for desktops without a viewer of help; systemd says where units go. Meson goes on without these.
OPTIONAL = {"yelp-build", "systemd"}
# By the module: what builds it.
ALSO_NEEDED = {"protobuf": "protobuf-c"}
# What may be open: no files but the socket of speech, no buses, no other devices.
MAY_OPEN = {"--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri", "--share=network",
            "--filesystem=xdg-run/speech-dispatcher:ro"}
wrong = []


def read(*parts):
    return SOURCE.joinpath(*parts).read_text(encoding="utf-8")


def expect(found, wanted, what):
    if found != wanted:
        wrong.append(f"{what}: {found!r}, not {wanted!r}")


def match(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found and found[1]


def list_dependencies():
    """Of all rooms but the tests, which are not built."""
    for path in SOURCE.glob("**/meson.build"):
        room = path.relative_to(SOURCE).parts[0]
        if room == "tests" or room.startswith("build"):
            continue
        yield from re.findall(r"(?:dependency|find_library|find_program)\(\s*'([^']+)'", path.read_text())


def check_names(manifest):
    name = match(r"^application_id = '(.*)'", read("meson.build"))
    desktop = read("data", f"{name}.desktop.in")
    metainfo = read("data", f"{name}.metainfo.xml.in")
    expect(manifest["id"], name, "id")
    expect(MANIFEST.stem, name, "its file")
    expect(manifest["command"], match(r"^Exec=(\S+)", desktop), "command")
    expect(manifest["command"], match(r"<binary>(.*)</binary>", metainfo), "command")
    expect(match(r"^Icon=(.*)", desktop), name, "icon of the desktop file")
    expect(match(r"<id>(.*)</id>", metainfo), name, "id of the metainfo")
    expect((manifest["runtime"], manifest["sdk"]), ("org.gnome.Platform", "org.gnome.Sdk"), "runtime")
    if not (SOURCE / "data" / "icons" / f"{name}.svg").exists():
        wrong.append(f"there is no icon {name}")


def check_dependencies(manifest):
    modules = [module["name"] for module in manifest["modules"]]
    wanted = set()
    for name in list_dependencies():
        if name in OPTIONAL:
            continue
        if name not in COMES_FROM:
            wrong.append(f"{name}: neither known to be in {RUNTIME} nor built by a module")
        elif COMES_FROM[name] != RUNTIME:
            wanted.add(COMES_FROM[name])
    wanted |= {name for name, user in ALSO_NEEDED.items() if user in wanted}
    expect(set(modules[:-1]), wanted, "modules")
    expect(modules[-1], "koma", "the last module")
    for name, user in ALSO_NEEDED.items():
        if modules.index(name) > modules.index(user):
            wrong.append(f"{name}: built after {user}")


def check_source(module, source):
    """Whatever is fetched is the same for ever."""
    place = f"{module['name']}, {source.get('url', source.get('path'))}"
    if source["type"] == "dir":
        expect(module["name"], "koma", f"module of {place}")
        expect((MANIFEST.parent / source["path"]).resolve(), SOURCE.resolve(), place)
        return
    if not source["url"].startswith("https://"):
        wrong.append(f"{place}: not https")
    pin, length = {"archive": ("sha256", 64), "git": ("commit", 40)}[source["type"]]
    if not re.fullmatch(f"[0-9a-f]{{{length}}}", str(source.get(pin))):
        wrong.append(f"{place}: no {pin}")


def check_module(module):
    for source in module["sources"]:
        check_source(module, source)
    folders = {f"/run/build/{module['name']}/{source['dest']}" for source in module["sources"] if "dest" in source}
    options = module.get("config-opts", [])
    named = {option.split("=")[1] for option in options if "_SOURCE_DIR=" in option}
    expect(named, folders, f"{module['name']}, folders of sources")
    if module["name"] == "koma":
        known = re.findall(r"^option\('([^']+)'", read("meson_options.txt"), re.MULTILINE) + ["buildtype"]
        for option in options:
            if match("^-D([^=]+)=", option) not in known:
                wrong.append(f"koma has no option {option}")


def check_builder(manifest):
    """flatpak-builder, where it is, reads the same in it, and knows every word."""
    if shutil.which("flatpak-builder") is None:
        print("flatpak-builder is not installed, and was not asked")
        return
    # It leaves a folder of its own where it runs.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["flatpak-builder", "--show-manifest", str(MANIFEST)], cwd=folder,
                              capture_output=True, text=True)
    if done.returncode or done.stderr:
        wrong.append(f"flatpak-builder: {done.stderr}")
    else:
        found = json.loads(done.stdout)
        expect([module["name"] for module in found["modules"]],
               [module["name"] for module in manifest["modules"]], "modules for flatpak-builder")


manifest = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
check_names(manifest)
check_dependencies(manifest)
for module in manifest["modules"]:
    check_module(module)
if set(manifest["finish-args"]) - MAY_OPEN:
    wrong.append(f"finish-args: {sorted(set(manifest['finish-args']) - MAY_OPEN)} may not be open")
check_builder(manifest)
print("\n".join(wrong))
sys.exit(bool(wrong))
