/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The way back to the main context of a task; open while an ending is on it. */
typedef struct _KomaWayBack KomaWayBack;

/* Called in the context of @task before its callback is. */
typedef void (*KomaEndingTold) (gpointer sender, /* (transfer full) */
                                GTask   *task);

/* How one task ends. What is (transfer full) is the ending's from
 * koma_endings_add() on. */
typedef struct
{
  GTask         *task;       /* (transfer full) */
  KomaWayBack   *way;        /* what koma_endings_expect() returned for it */
  gpointer       value;      /* (transfer full) (nullable) its result, if it succeeded */
  GDestroyNotify free_value; /* frees @value if nobody takes it */
  GError        *error;      /* (transfer full) (nullable) without both it was cancelled */
  gpointer       sender;     /* (transfer full) (nullable) what had the task */
  KomaEndingTold told;       /* (nullable) */
} KomaEnding;

/* The endings of some tasks, on their way to the main contexts that wait for
 * them. Collected while a lock is held, posted after. */
typedef GPtrArray KomaEndings;

/* Who sends the task: a thread of the window's priority. */
KomaWayBack *koma_endings_expect (GTask *task);

/* Any thread. */
KomaEndings *koma_endings_new (void);
void         koma_endings_add (KomaEndings *endings, const KomaEnding *ending);
void         koma_endings_post (KomaEndings *endings); /* (transfer full) */

G_END_DECLS
