/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_WORK_PICTURES,
  KOMA_WORK_DOWNLOAD,
  KOMA_WORK_TEACHING,
  KOMA_WORK_FILES, /* that are written, copied or moved */
  KOMA_N_WORKS,
} KomaWorkKind;

/* Work of more than KOMA_LONG_WORK_SECONDS is long: the computer is kept from falling asleep until
 * it ends, and then a notification tells of it where no window of the program is active.
 * Thread: main. */
#define KOMA_LONG_WORK_SECONDS 10

typedef struct _KomaLongWork KomaLongWork;

KomaLongWork *koma_long_work_new (GtkWindow *window); /* outlives it */
void          koma_long_work_free (KomaLongWork *self);

/* The first parameter may be NULL: the window is closed. */

/* Whether such work is under way. What ends without koma_long_work_tell() was cancelled or failed,
 * and nothing is told of it. */
void koma_long_work_set_busy (KomaLongWork *self, KomaWorkKind kind, gboolean is_busy);
/* After work of @kind has ended; once for each. Nothing happens if it was not long. */
void koma_long_work_tell (KomaLongWork *self,
                          KomaWorkKind  kind,
                          const char   *title,
                          const char   *button,
                          const char   *action); /* of the application, detailed */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLongWork, koma_long_work_free)

G_END_DECLS
