/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Buffers that are freed together, such as the packed weights of a segment: one behind the other,
 * so that they share huge pages. */
typedef struct _KomaArena KomaArena;

KomaArena *koma_arena_new (gsize expected_bytes);
void       koma_arena_free (KomaArena *self);
gpointer   koma_arena_alloc (KomaArena *self, /* zeroed */
                             gsize      size_bytes,
                             GError   **error) G_GNUC_WARN_UNUSED_RESULT;

/* Memory beside the buffers that is lent for a moment: the most that anybody asked for, where it
 * lies once all have asked. */
gboolean koma_arena_share (KomaArena *self,
                           gsize      size_bytes,
                           GError   **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_arena_end_sharing (KomaArena *self);
gpointer koma_arena_get_shared (const KomaArena *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArena, koma_arena_free)

G_END_DECLS
