/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of teaching share: a folder, projects that are open, pictures, and a project as
 * text. */
#pragma once

#include "worker/teach/project/koma-teach-add.h"
#include "worker/teach/project/koma-teach-status.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;  /* for the test's own files; removed with all in it */
  char *project; /* a folder in it, which is not there yet */
} Teach;

void teach_set_up (Teach *teach, gconstpointer data);
void teach_tear_down (Teach *teach, gconstpointer data);

/* Runs the main loop until it is; a minute at most. */
#define teach_wait(condition)                                             \
  G_STMT_START                                                            \
  {                                                                       \
    const gint64 end_us = g_get_monotonic_time () + 120 * G_USEC_PER_SEC; \
    while (!(condition) && g_get_monotonic_time () < end_us)              \
      if (!g_main_context_iteration (NULL, FALSE))                        \
        g_usleep (1000);                                                  \
    g_assert_true (condition);                                            \
  }                                                                       \
  G_STMT_END

KomaTeachProject *teach_open (Teach *teach);               /* waits until it is ready, or failed */
void              teach_close (KomaTeachProject *project); /* (transfer full) and finalized */
char             *teach_describe (KomaTeachProject *project);
/* Closes it, opens it again, and checks that it is the same. */
void teach_check_kept (Teach *teach, KomaTeachProject *project); /* (transfer full) */

KomaPicture *teach_make_picture (guint side, guint32 rgb);
/* A JPEG of noise; each @seed has its own. Returns the path. */
char *teach_write_picture (Teach *teach, const char *name, guint side, guint32 seed);
/* Waits; no error. */
KomaTeachExample *teach_add_pixels (KomaTeachProject *project, KomaTeachClass *klass, guint32 rgb);
KomaTeachAdded   *teach_add_files (KomaTeachProject *project,
                                   KomaTeachClass   *klass, /* (nullable) */
                                   const char       *path);
/* @data: a GAsyncResult ** */
void teach_keep_result_cb (GObject *source, GAsyncResult *result, gpointer data);

G_END_DECLS
