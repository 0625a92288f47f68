/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A folder of pictures each of which holds a helper until its time is over would hold all of them
 * for hours. So what a kind of file may take is bounded: after three pictures of one kind and size
 * that took their time and gave nothing, more of them are refused at once, for a while, or until a
 * picture of that kind was decoded. Thread: any but main. */
#define KOMA_BOX_PATIENCE_TURNS   3
#define KOMA_BOX_PATIENCE_SECONDS 300

/* Errors: KOMA_ERROR_DECODE: such files are not tried now. */
gboolean koma_box_patience_check (GBytes *file, GError **error);
/* What became of a picture. */
void koma_box_patience_note (GBytes *file, gboolean is_decoded, gboolean was_slow);
void koma_box_patience_forget (void); /* all; for tests */

G_END_DECLS
