# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages and dialogs of Koma, each shown as somebody would meet it, with the model and samples that come with it."""
import contextlib
import json
import re
import shutil

from PIL import Image

from koma_gui import (BUTTONS, COLOURS, RGB, SCRATCH, SOURCE, Role, choose_file, copy, drag, find, find_window,
                      has_focus, key, press, read_fields, show_details, wait, walk, write_png)
from koma_models import make_vague
from koma_preferences import PAGES

SAMPLES = SOURCE / "data" / "samples"
SINGLES = sorted(SAMPLES.glob("[0-9]*.jpg"))
BOARD = SAMPLES / "board.jpg"
N_SQUARES = 9
TAUGHT = {"FU_up": {"en": "Pawn", "ja": "歩兵", "es": "Peón", "ko": "보병", "de": "Bauer"},
          "FU_down": {"en": "Pawn, turned", "ja": "歩兵・逆さ", "es": "Peón girado", "ko": "뒤집힌 보병",
                      "de": "Bauer, gedreht"},
          "empty": {"en": "Empty", "ja": "空き", "es": "Vacía", "ko": "빈 칸", "de": "Leer"}}

SCENES = []


def scene(*pages):
    """A start of Koma that shows these pages."""
    def add(run):
        SCENES.append((pages, run))
        return run
    return add


def cut_squares(folder, names, most):
    """The squares of the board, in a folder for each class that has a name."""
    if folder.exists():
        return folder
    labels = json.loads((SAMPLES / "samples.json").read_text(encoding="utf-8"))[BOARD.name]["labels"]
    board = Image.open(BOARD)
    side = board.width // N_SQUARES
    for i, label in enumerate(labels):
        into = folder / names.get(label, label)
        if label not in names and most is not None:
            continue
        into.mkdir(parents=True, exist_ok=True)
        if most is None or len(list(into.iterdir())) < most:
            left, top = i % N_SQUARES * side, i // N_SQUARES * side
            board.crop((left, top, left + side, top + side)).save(into / f"{i + 1:02}.png")
    return folder


def choose_model(shots, item):
    """From the menu of the model in use. Its button has the name of the model, in a box that says so."""
    koma, prefix = shots.koma, shots._("Model: %s").split("%s", maxsplit=1)[0]
    koma.focus()
    press(wait("the model’s button", lambda: next(
        (node for node in walk(koma.node) if node.get_role() in BUTTONS and node.get_n_actions() > 0
         and node.get_parent().get_name().startswith(prefix)), None)))
    shots.choose_item(item)


@scene("empty", "menu", "models", "about", "shortcuts", "address", "library")
def show_start(shots):
    with shots.start() as koma:
        koma.wait_idle()
        shots.take("empty")
        key("F10")
        shots.take("menu", is_popover=True)
        key("Escape")
        key("ctrl+m")
        shots.take("models", is_popover=True)
        key("Escape")
        if shots.is_wanted("about"):
            shots.choose("Main Menu", "About Koma")
            shots.show("about")
        shots.show("shortcuts", "ctrl+question")
        shots.show("address", "ctrl+l")
        shots.show("library", "ctrl+shift+l")


@scene("no-model")
def show_without_model(shots):
    with shots.start(KOMA_DATA_DIR=str(SCRATCH)) as koma:
        wait("the page", koma.labels)
        shots.take("no-model")


@scene("crash")
def show_crash(shots):
    state = SCRATCH / f"crashed-{shots.look.language}"
    (state / "koma").mkdir(parents=True, exist_ok=True)
    (state / "koma" / "window-crash.txt").write_text("Signal: SIGSEGV\nKoma\n")
    with shots.start(has_question=True, XDG_STATE_HOME=str(state)):
        shots.show("crash")


@scene("crash-twice", "safe-start")
def show_crash_twice(shots):
    state = SCRATCH / f"crashed-twice-{shots.look.language}"
    (state / "koma").mkdir(parents=True, exist_ok=True)
    for name in ("window-crash.txt", "window-crash-before.txt"):
        (state / "koma" / name).write_text("Signal: SIGSEGV\nKoma\n")
    with shots.start(SINGLES[0], has_question=True, XDG_STATE_HOME=str(state)) as koma:
        shots.take("crash-twice")
        koma.follow(lambda: key("Return"))
        shots.find_main()
        shots.wait_answers()
        shots.take("safe-start")


@scene("range")
def show_range(shots):
    model = SCRATCH / "vague"
    with shots.start(SINGLES[0], model=model if model.exists() else make_vague("vague")) as koma:
        shots.wait_answers()
        shots.take("range")


@scene("suggestion")
def show_suggestion(shots):
    """Of pictures that are none of shogi pieces."""
    with shots.start(*(write_png(SCRATCH / f"{name}.png", name) for name in RGB)):
        wait("the suggestion", lambda: shots.find_button("Show the Answers Anyway"))
        shots.take("suggestion")


@scene("list", "selection", "export", "arrange", "write-labels", "preferences", "computing", "model-about", "expects")
def show_list(shots):
    with shots.start(*SINGLES) as koma:
        shots.wait_answers()
        shots.take("list")
        if shots.is_wanted("selection"):
            key("Home", "shift+Down", "shift+Down")
            shots.take("selection")
            key("Home")
        shots.show("export", "ctrl+e")
        for page, item in (("arrange", "Sort Into Folders…"), ("write-labels", "Write Labels…")):
            if shots.is_wanted(page):
                shots.choose("Take Along", item)
                shots.show(page)
        shots.show("preferences", "ctrl+comma")
        if shots.is_wanted("computing"):
            koma.focus()
            with shots.dialog("ctrl+comma"):
                press(wait("the page", lambda: shots.find(PAGES, "Computing")))
                shots.take("computing")
        for page, item in (("model-about", "About This Model"), ("expects", "What the Model Expects…")):
            if shots.is_wanted(page):
                choose_model(shots, item)
                shots.show(page)


@scene("find", "filter", "grid")
def show_found(shots):
    with shots.start(*SINGLES) as koma:
        shots.wait_answers()
        shots.click("Grid")
        shots.take("grid")
        if shots.is_wanted("filter"):
            shots.click("Filter")
            shots.take("filter", is_popover=True)
            key("Escape")
        koma.focus()
        key("ctrl+f")
        copy("UTF8_STRING", "王".encode())
        key("ctrl+v")
        shots.take("find")


@scene("picture", "why", "why-colors", "why-beside")
def show_picture(shots):
    with shots.start(*SINGLES) as koma:
        shots.wait_answers()
        key("Home", "Down", "Down", "Return")
        wait("the picture", lambda: shots.find_button("Back to the Pictures"))
        shots.take("picture")
        shots.click("Why This Answer?")
        shots.take("why")
        if shots.is_wanted("why-colors"):
            shots.click("Colors")
            shots.take("why-colors")
            shots.click("Spotlight")
        if shots.is_wanted("why-beside"):
            shots.click("Compare Two Classes")
            shots.take("why-beside")


@scene("correct", "corrected", "review")
def show_review(shots):
    with shots.start(*SINGLES, SAMPLES / "board.jpg") as koma:
        shots.wait_answers()
        key("Home")
        shots.show("correct", "F2")
        koma.focus()
        key("F2")
        copy("UTF8_STRING", "王".encode())
        key("ctrl+v")
        # The field completes it.
        wait("the text", lambda: any(text.startswith("王") for text in read_fields(koma.node)))
        key("Return")
        shots.take("corrected")
        key("ctrl+shift+r")
        wait("the review", lambda: shots.find_button("End Review"))
        shots.take("review")


@scene("agreement")
def show_agreement(shots):
    with shots.start(*SINGLES, **show_details()) as koma:
        shots.wait_answers()
        key("Home", "Down", "Down", "Return")
        wait("the picture", lambda: shots.find_button("Back to the Pictures"))
        shots.click("Do All Backends Agree?")
        shots.take("agreement")


@scene("board")
def show_board(shots):
    with shots.start(BOARD) as koma:
        shots.wait_answers()
        key("ctrl+a", "ctrl+shift+b")
        done = shots._("The board was read")
        wait("the position", lambda: done in koma.labels() and shots.is_ready("Copy SFEN"))
        shots.take("board")


@scene("board-other-model")
def show_board_offer(shots):
    """With a model that knows no pieces, which is opened while the board is there."""
    with shots.start(BOARD) as koma:
        shots.wait_answers()
        key("ctrl+a", "ctrl+shift+b")
        wait("the position", lambda: shots._("The board was read") in koma.labels())
        key("ctrl+shift+m")
        choose_file(shots._("Open Model"), COLOURS / "model.json")
        wait("the offer", lambda: shots._("This model does not know the pieces of shogi") in koma.labels())
        shots.take("board-other-model")


@scene("board-none")
def show_no_board(shots):
    """In a picture of one piece."""
    with shots.start(SINGLES[0]) as koma:
        shots.wait_answers()
        key("ctrl+a", "ctrl+shift+b")
        wait("the words", lambda: shots._("No board was found. Drag the corners onto it.") in koma.labels())
        shots.take("board-none")


@scene("cells")
def show_cells(shots):
    with shots.start(BOARD) as koma:
        shots.wait_answers()
        key("ctrl+a", "ctrl+b")
        n_cells = re.escape(shots._("%u of %u cells")).replace("%u", r"\d+")
        wait("the cells", lambda: shots.is_ready("Add to List") and not any(
            re.search(n_cells, label) for label in koma.labels()))
        shots.take("cells")


@scene("camera")
def show_camera(shots):
    with shots.start():
        key("ctrl+shift+c")
        shots.take("camera")


@scene("compare", "profile")
def show_diagnostics(shots):
    with shots.start(SINGLES[0]) as koma:
        shots.wait_answers()
        with shots.dialog("ctrl+shift+p"):
            key("Return")  # the focus is on “Compare”
            done = shots._("Done")
            wait("the comparison", lambda: done in koma.labels())
            shots.take("compare")
            key("alt+2")
            shots.click("Profile")
            wait("the steps", lambda: shots.is_ready("Save the Table"))
            shots.take("profile")


@scene("evaluate", "compare-with", "side-by-side")
def show_evaluation(shots):
    folder = cut_squares(SCRATCH / "squares", {}, None)
    with shots.start() as koma:
        koma.wait_idle()
        choose_model(shots, "Evaluate This Model…")
        with shots.dialog():
            shots.click("Choose a Folder…")
            choose_file(shots._("Open Folder of Pictures"), folder)
            wait("the figures", lambda: any("81" in label for label in koma.labels()))
            shots.take("evaluate")
            shots.click("Compare With…")
            find_window(shots._("Compare With"))
            shots.take("compare-with")
            key("Escape")
            find_window(shots._("Evaluate"))
            if shots.is_wanted("side-by-side"):
                show_side_by_side(shots)


def show_side_by_side(shots):
    """With pixels that are not averaged."""
    shots.click("Compare With…")
    find_window(shots._("Compare With"))
    row = wait("the row", lambda: shots.find({Role.COMBO_BOX, Role.LIST_ITEM}, "Scaling"))
    wait("its focus", lambda: any(map(has_focus, walk(row))) or key("Tab"), step=0.2)
    key("space")
    wait("the list", lambda: not has_focus(row))
    key("Home", "Down", "Down", "Down", "Return")
    shots.click("Compare")
    wait("the figures", lambda: shots.find({Role.LABEL}, "Where They Differ"))
    shots.take("side-by-side")


@contextlib.contextmanager
def taught(shots):
    """Three classes, learned."""
    language = shots.look.language
    names = {label: texts.get(language, texts["en"]) for label, texts in TAUGHT.items()}
    folder = cut_squares(SCRATCH / f"taught-{language}", names, 8)
    with shots.start() as koma:
        key("ctrl+shift+t")
        shots.take("teach-empty")
        # In a low window it is where the folders are to be dropped.
        shots.click("Close This Notice")
        wait("no notice", lambda: not shots.is_ready("Close This Notice"))
        drag(*sorted(folder.iterdir()), onto=shots._("Koma"))
        wait("the answers’ quality", lambda: shots.is_ready("How Good?"))
        # That they were added; it goes by itself, too, perhaps before this looks.
        message = shots.find_button("Close This Message")
        if message is not None:
            press(message)
        wait("no message", lambda: not shots.is_ready("Close This Message"))
        yield koma


@scene("teach-empty", "teach", "teach-menu", "how-good", "fine-tune", "how-koma-learns", "projects")
def show_teaching(shots):
    with taught(shots):
        shots.take("teach")
        if shots.is_wanted("how-good"):
            shots.click("How Good?")
            shots.show("how-good")
        if shots.is_wanted("teach-menu"):
            shots.click("More About Teaching")
            shots.take("teach-menu", is_popover=True)
            key("Escape")
        for page, item in (("fine-tune", "Fine-Tune…"), ("how-koma-learns", "How Koma Learns…"),
                           ("projects", "Projects…")):
            if shots.is_wanted(page):
                shots.choose("More About Teaching", item)
                shots.show(page)
