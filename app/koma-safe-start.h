/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* How to go on after a crash. */
typedef enum {
  KOMA_START_AS_USUAL,
  /* With what can least go wrong: plain C, no shader programs of before, no live camera. */
  KOMA_START_CAREFULLY,
  /* And beside all that earlier starts left; see koma-safe-place.h. */
  KOMA_START_APART,
} KomaStart;

typedef void (*KomaSafeStartAnswered) (KomaStart start, gpointer user_data);

/* Whether the window has left a report of a crash that nobody has seen. */
gboolean koma_safe_start_is_due (void);
/* Shows it and asks; a second crash in a row is asked about otherwise. The state files, the model,
 * the graphics card and all else that may have crashed should not be touched before the answer.
 * Returns: (transfer none): an empty window, with the question over it till the answer. Who closes
 * it answers nothing. */
GtkWindow *koma_safe_start_ask (GtkApplication       *application,
                                KomaSafeStartAnswered answered,
                                gpointer              user_data);

G_END_DECLS
