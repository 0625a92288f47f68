/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/picture.h"
#include "worker/box/koma-box.h"

G_BEGIN_DECLS

/* The helpers of these tests are the test program itself, started with a mode: "" as Koma's, with
 * readers that can be attacked (attacks.h); "landlock" and "seccomp": confined by that alone;
 * "liar": it confines nothing and lies. Ends the helpers of before. */
void box_set_mode (const char *mode);
/* Skips the test where the kernel lacks it. */
gboolean box_has (KomaConfinement confinement);

GBytes      *box_make_jpeg (guint width, guint height);
KomaPicture *box_decode_text (const char   *text, /* as a picture's file */
                              GCancellable *cancellable,
                              GError      **error);
/* The box gives what the decoder gives: pixels, or an error. */
void box_assert_same (GBytes *bytes, guint min_side);
void box_assert_same_file (const char *path, guint min_side);
void box_assert_still_decodes (void);
/* The box gives of a model's file what its reader gives: a model, or an error. */
void box_assert_same_load (const char *path);

G_END_DECLS
