/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-words.h"

#include <glib/gi18n-lib.h>

#define WITH    "camera-web-symbolic"
#define WITHOUT "camera-disabled-symbolic"
#define WRONG   "dialog-warning-symbolic"

#define START     N_ ("_Start Camera"), "camera.start"
#define TRY_AGAIN N_ ("_Try Again"), "camera.start"
#define STOP      N_ ("_Cancel"), "camera.stop"

/* clang-format off */
static const KomaCameraWords words[KOMA_N_CAMERA_STATES] = {
  [KOMA_CAMERA_OFF] = { WITH, N_("Live Camera"),
    N_("Point the camera at something and read what it is. "
       "The pictures stay on this computer."), START },
  [KOMA_CAMERA_ASKING] = { WITH, N_("Asking for the Camera"),
    N_("The desktop may ask you whether Koma may use the camera."), STOP },
  [KOMA_CAMERA_NO_CAMERA] = { WITHOUT, N_("No Camera"),
    N_("Plug one in: it starts by itself."), STOP },
  [KOMA_CAMERA_DENIED] = { WITHOUT, N_("The Camera Is Not Allowed"),
    N_("Allow it in the system settings, under Koma’s permissions or under privacy, "
       "and try again. Where there are no such settings, you have to be in the group “video”."),
    TRY_AGAIN },
  [KOMA_CAMERA_BUSY] = { WITHOUT, N_("The Camera Is in Use"),
    N_("Another program has it. Close that one, and try again."), TRY_AGAIN },
  [KOMA_CAMERA_MISSING_PLUGIN] = { WRONG, N_("Something Is Not Installed"),
    N_("This camera needs another part of GStreamer."), TRY_AGAIN },
  [KOMA_CAMERA_STARTING] = { WITH, N_("Starting the Camera"),
    N_("This takes a moment."), STOP },
  [KOMA_CAMERA_UNPLUGGED] = { WITHOUT, N_("The Camera Has Gone"),
    N_("It goes on when it is plugged in again."), STOP },
  [KOMA_CAMERA_FAILED] = { WRONG, N_("The Camera Does Not Work"),
    N_("Unplug it and plug it in, or try another one."), TRY_AGAIN },
};

static const KomaCameraWords without = { WITHOUT, N_("No Cameras Here"),
  N_("This Koma was built or installed without what cameras need: GStreamer."), TRY_AGAIN };
/* clang-format on */

static void
translate (const KomaCameraWords *from,
           KomaCameraWords       *ret_words)
{
  *ret_words = *from;
  ret_words->title = _ (ret_words->title);
  ret_words->text = _ (ret_words->text);
  ret_words->button = _ (ret_words->button);
}

void
koma_camera_words_get (KomaCameraState  state,
                       KomaCameraWords *ret_words)
{
  g_return_if_fail (state < KOMA_N_CAMERA_STATES && words[state].title != NULL);

  translate (&words[state], ret_words);
}

void
koma_camera_words_get_without (KomaCameraWords *ret_words)
{
  translate (&without, ret_words);
}
