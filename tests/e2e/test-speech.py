# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""“Speak Results”: what is said when, how it is switched on and off, and what happens where nothing can speak."""
from koma_gui import (SCRATCH, Koma, Role, activate_row, equal, find, run, wait, write_many,
                      write_png)
from koma_preferences import Preferences
from koma_speech import Speech, SpeechDispatcher, has_speech_dispatcher

HELLO = "en", "New results are spoken"
TROUBLE = "Results can not be spoken"


def switch(koma):
    """With the keyboard, in the preferences."""
    preferences = Preferences(koma, is_computing=False)
    activate_row(preferences.window, "Speak Results")
    return preferences


def open_picture(koma, name, colour):
    koma.open(write_png(SCRATCH / name, colour))
    wait(name, lambda: any(row.startswith(f"{name}: {colour} ") for row in koma.rows()))


def test_switch():
    """Nothing before it is switched on, nothing after it is switched off."""
    with Speech() as speech, Koma(**speech.environment) as koma:
        koma.wait_label("Drop Pictures Here")
        open_picture(koma, "before.png", "red")
        equal(speech.heard, [])
        preferences = switch(koma)
        speech.wait(HELLO)
        preferences.close()
        open_picture(koma, "red.png", "red")
        speech.wait(("en", "red, 100 percent"))
        preferences = switch(koma)
        wait("the silence", lambda: speech.heard[-2:] == ["CANCEL SELF", "QUIT"])
        preferences.close()
        del speech.heard[:]
        open_picture(koma, "after.png", "blue")
        koma.wait_idle()
        equal(speech.heard, [])


def test_many():
    """Of many pictures a summary; a damaged one by itself, and among others."""
    many = write_many(SCRATCH / "many", 20)
    for name in "ab":
        (SCRATCH / f"{name}.png").write_bytes(b"no picture")
    with Speech() as speech, Koma(**speech.environment) as koma:
        koma.wait_label("Drop Pictures Here")
        preferences = switch(koma)
        speech.wait(HELLO)
        preferences.close()
        koma.open(many)
        speech.wait(("en", "20 pictures"))
        koma.open(SCRATCH / "a.png")
        speech.wait(("en", "Not a picture, or a damaged one"))
        koma.open(SCRATCH / "b.png", write_png(SCRATCH / "good.png", "red"))
        speech.wait(("en", "1 picture, 1 failed"))


def test_close():
    """With the window it falls silent, in the middle of a word."""
    with Speech() as speech:
        with Koma(**speech.environment) as koma:
            koma.wait_label("Drop Pictures Here")
            preferences = switch(koma)
            speech.wait(HELLO)
            preferences.close()
        wait("the silence", lambda: speech.heard[-2:] == ["CANCEL SELF", "QUIT"])


def test_trouble():
    """Where nothing can speak the row says what to do; it speaks once there is a voice."""
    speech = Speech()
    with Koma(**speech.environment) as koma:
        koma.wait_label("Drop Pictures Here")
        preferences = switch(koma)
        koma.wait_label(TROUBLE, "Install Speech Dispatcher")
        assert find(preferences.window, {Role.CHECK_BOX, Role.TOGGLE_BUTTON}, "Speak Results"), "a nameless switch"
        with speech:
            open_picture(koma, "voice.png", "red")
            speech.wait(("en", "red, 100 percent"))
            wait("the trouble to be over", lambda: not any(TROUBLE in text for text in koma.labels()))
            preferences.close()


def test_real():
    """By the real Speech Dispatcher, each part in its language."""
    if not has_speech_dispatcher():
        print("    skipped: speech-dispatcher is not installed")
        return
    from koma_places import BUNDLED, SAMPLES
    with SpeechDispatcher() as voice, Koma(model=BUNDLED, **voice.environment) as koma:
        koma.wait_label("Drop Pictures Here")
        preferences = switch(koma)
        wait("a voice", lambda: voice.read() == [f"{HELLO[0]}: {HELLO[1]}"])
        preferences.close()
        koma.open(SAMPLES / "01-pawn.jpg")
        wait("the answer", lambda: len(voice.read()) == 3)
        equal(voice.read()[1], "ja: 歩兵,")
        assert voice.read()[2].startswith("en: pawn, pointing "), voice.read()


run(test_switch, test_many, test_close, test_trouble, test_real)
