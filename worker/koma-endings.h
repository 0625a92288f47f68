/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The endings of some tasks, on their way to the main contexts that wait for
 * them. Collected while a lock is held, posted after. */
typedef GPtrArray KomaEndings;

KomaEndings *koma_endings_new (void);
void         koma_endings_add (KomaEndings   *endings,
                               GTask         *task,  /* (transfer full) */
                               gpointer       value, /* (transfer full) (nullable) */
                               GDestroyNotify free_value,
                               GError        *error); /* (transfer full) (nullable) */
void         koma_endings_add_cancelled (KomaEndings *endings,
                                         GTask       *task); /* (transfer full) */
void         koma_endings_post (KomaEndings *endings); /* (transfer full) */

G_END_DECLS
