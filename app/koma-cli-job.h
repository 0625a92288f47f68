/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Work on a thread of its own, while the main thread shows on a terminal how far it is. SIGINT and
 * SIGTERM cancel it; a second one ends the program. */
typedef struct
{
  GCancellable *cancellable; /* for the work to look at */

  /* Private. */
  GMainLoop  *loop;
  int         signal;
  const char *stage;     /* atomic */
  int         per_mille; /* atomic, of the stage */
} KomaCliJob;

typedef gboolean (*KomaCliJobFunc) (KomaCliJob *job,
                                    gpointer    user_data,
                                    GError    **error);

/* Returns an exit code; KOMA_EXIT_OK if the work returned TRUE. Tells errors. Thread: main. */
int koma_cli_job_run (KomaCliJobFunc func, gpointer user_data);
/* @stage: a string that stays, in the user's language. Thread: any. */
void koma_cli_job_report (KomaCliJob *job, const char *stage, double fraction);

G_END_DECLS
