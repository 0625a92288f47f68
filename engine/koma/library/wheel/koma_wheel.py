# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What pip calls to make a wheel of libkoma's Python module, or an archive of sources (PEP 517: pyproject.toml).

It needs what building Koma needs, and nothing of a registry. The wheel has the library, its typelib, what PyGObject
loads beside it, and stubs; not PyGObject, GLib and what else the library is linked with: those are the system's.
meson-python can not be used: it has no place for a typelib.
"""
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
LIBRARY = pathlib.Path("engine", "koma", "library")
TARGETS = ("Koma-1.0.typelib", "Koma.pyi")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip knows: the same wheel each time


def read_version():
    return re.search(r"^  version: '([\d.]+)'", (ROOT / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)[1]


def write_metadata():
    return "\n".join(["Metadata-Version: 2.1", "Name: koma", f"Version: {read_version()}",
                      "Summary: Tensors, gradients, layers and models", "License: GPL-3.0-or-later",
                      "Requires-Python: >=3.9", "Requires-Dist: PyGObject>=3.42", ""])


def compile_library(folder):
    options = ["-Dui=false", "--buildtype=release", "-Db_ndebug=true"]
    subprocess.run(["meson", "setup", folder, ROOT, *options], check=True)
    subprocess.run(["ninja", "-C", folder, *(str(LIBRARY / name) for name in TARGETS)], check=True)


def list_files(build):
    """(name in the wheel, file)"""
    made = pathlib.Path(build) / LIBRARY
    for path in ("libkoma.so.0", *TARGETS):
        if not (made / path).is_file():
            raise FileNotFoundError(f"{made / path} is not there: build it, or leave build-dir away")
    overrides = ROOT / LIBRARY / "python"
    yield "koma/__init__.py", ROOT / LIBRARY / "wheel" / "koma" / "__init__.py"
    yield "koma/libkoma.so.0", made / "libkoma.so.0"
    yield "koma/Koma-1.0.typelib", made / "Koma-1.0.typelib"
    yield "gi-stubs/repository/Koma.pyi", made / "Koma.pyi"
    for path in sorted(overrides.rglob("*.py")):
        yield path.relative_to(overrides).as_posix(), path


class Wheel:
    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, data):
        info = zipfile.ZipInfo(name, EARLIEST)
        info.external_attr = (0o755 if ".so" in name else 0o644) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, info):
        self.archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", EARLIEST),
                              "\n".join([*self.record, f"{info}/RECORD,,", ""]))
        self.archive.close()


def read_library(path):
    """Without what is for debuggers, where strip is there."""
    if path.suffix != ".0" or shutil.which("strip") is None:
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        subprocess.run(["strip", "--strip-unneeded", copy], check=True)
        return pathlib.Path(copy).read_bytes()


def pack(build, wheel_directory):
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    info = f"koma-{read_version()}.dist-info"
    name = f"koma-{read_version()}-{tag}.whl"
    wheel = Wheel(pathlib.Path(wheel_directory, name))
    for inside, path in list_files(build):
        wheel.add(inside, read_library(path))
    wheel.add(f"{info}/COPYING", (ROOT / "COPYING").read_bytes())
    wheel.add(f"{info}/METADATA", write_metadata().encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: koma\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.close(info)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """With the setting build-dir, of a folder where Koma is built."""
    build = (config_settings or {}).get("build-dir")
    if build is not None:
        return pack(build, wheel_directory)
    with tempfile.TemporaryDirectory() as folder:
        compile_library(folder)
        return pack(folder, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    """Of the files that git has."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    top = f"koma-{read_version()}"
    name = f"{top}.tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive, \
            tempfile.NamedTemporaryFile("w", encoding="utf-8") as metadata:
        metadata.write(write_metadata())
        metadata.flush()
        archive.add(metadata.name, f"{top}/PKG-INFO")
        for path in listed.split("\0")[:-1]:
            archive.add(ROOT / path, f"{top}/{path}", recursive=False)
    return name
