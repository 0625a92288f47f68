# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A shogi board in a picture: found, corrected, copied."""
import time

from koma_gui import (BUTTONS, COLOURS, SCRATCH, SOURCE, Koma, choose_file, equal, find_button, has_focus, is_laid_out,
                      key, press, read_clipboard, run, wait, write_png)

MODEL = SOURCE / "data" / "models" / "shogi" / "model.json"
BOARD = SOURCE / "data" / "samples" / "board.jpg"
SINGLE = SOURCE / "data" / "samples" / "03-knight.jpg"
SFEN = "ln5nl/1r2gk3/p2psg1bp/2p1pppp1/1p7/2P1PSPP1/PPNP1P2P/1BS1G2R1/L1KG3NL b - 1"


def read_board(koma):
    koma.wait_all(1)
    koma.focus()
    key("ctrl+a")
    key("ctrl+shift+b")


def wait_square(koma, name):
    return wait(f"the square “{name}”", lambda: koma.find(BUTTONS, name))


def check_copy(koma, notation, expected):
    """The toast of the time before may still be there: the clipboard alone says when it is done."""
    koma.click(f"Copy {notation}")
    wait(f"{expected!r} on the clipboard", lambda: expected in read_clipboard())
    koma.wait_toast(f"{notation} copied")


def test_corrected():
    with Koma(BOARD, model=MODEL) as koma:
        read_board(koma)
        rook = wait_square(koma, "8b: White’s Rook")
        check_copy(koma, "SFEN", SFEN)
        press(rook)
        koma.click("White’s Dragon")
        wait_square(koma, "8b: White’s Dragon")
        check_copy(koma, "SFEN", SFEN.replace("1r2gk3", "1+r2gk3"))
        check_copy(koma, "CSA", "P2 * -RY * ")
        check_copy(koma, "KIF", "| ・v龍 ・")
        key("ctrl+z")
        wait_square(koma, "8b: White’s Rook")
        koma.click("Turn Around")
        wait_square(koma, "2h: Black’s Rook")


def test_from_suggestion():
    """A whole board does not look like a piece: where another model is suggested, the board can be read all the
    same."""
    with Koma(BOARD, model=None, KOMA_DATA_DIR=str(SOURCE / "data")) as koma:
        koma.wait_label("This does not look like “Shogi pieces”")
        koma.click("Read a Shogi Board…")
        wait_square(koma, "8b: White’s Rook")


def test_offered():
    """The page of a picture that shows a board offers to read it, whatever the model knows; of another, it does not."""
    offer = "Read This Shogi Board"
    with Koma(BOARD, SINGLE, model=COLOURS, KOMA_DATA_DIR=str(SOURCE / "data")) as koma:
        koma.wait_all(2)
        koma.focus()
        key("Home", "Return")
        wait("the offer", lambda: find_button(koma.node, offer))
        key("Right")
        wait("no offer", lambda: find_button(koma.node, offer) is None)
        koma.wait_label(SINGLE.name)
        time.sleep(2)
        assert find_button(koma.node, offer) is None
        key("Left")
        koma.click(offer)
        koma.wait_label("The board was read")
        koma.wait_label("Shogi pieces")


def test_corner_by_keyboard():
    with Koma(BOARD, model=MODEL) as koma:
        read_board(koma)
        wait_square(koma, "8b: White’s Rook")
        corner = find_button(koma.node, "Top Left Corner")
        before = corner.get_description()
        wait("the focus on the corner", lambda: has_focus(corner))
        key("Right")
        key("Down")
        wait("the corner to move", lambda: corner.get_description() != before)
        koma.wait_label("The board was read")
        check_copy(koma, "SFEN", SFEN)


def test_no_board():
    """It is said, instead of a position without pieces."""
    with Koma(write_png(SCRATCH / "plain.png", "red", 320, 240), model=MODEL) as koma:
        read_board(koma)
        koma.wait_label("No board was found")
        equal(is_laid_out(koma.find(BUTTONS, "Copy SFEN")), False)
        equal(is_laid_out(koma.find(BUTTONS, "Use Shogi Pieces")), False)


def open_model(koma, path):
    koma.focus()
    key("ctrl+shift+m")
    choose_file("Open Model", path)


def test_other_model():
    """The page brings the model that knows the pieces, follows the one in use, and offers the former again."""
    with Koma(BOARD, model=COLOURS, KOMA_DATA_DIR=str(SOURCE / "data")) as koma:
        read_board(koma)
        koma.wait_label("The board was read")
        press(wait_square(koma, "8b: White’s Rook"))
        koma.click("White’s Dragon")
        wait_square(koma, "8b: White’s Dragon")
        open_model(koma, COLOURS / "model.json")
        koma.wait_label("This model does not know the pieces of shogi")
        koma.click("Use Shogi Pieces")
        koma.wait_label("The board was read")
        open_model(koma, COLOURS / "model.json")
        koma.wait_label("This model does not know the pieces of shogi")
        koma.focus()
        key("ctrl+z")
        key("ctrl+z")  # to what the user had
        koma.wait_label("The board was read")
        check_copy(koma, "SFEN", SFEN.replace("1r2gk3", "1+r2gk3"))


run(test_offered, test_corner_by_keyboard, test_corrected, test_from_suggestion, test_no_board, test_other_model)
