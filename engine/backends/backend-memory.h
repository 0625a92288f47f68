/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a backend holds in the whole process, beside buffers of
 * koma_memory_alloc (), which count by themselves. */
typedef struct
{
  guint n_objects;  /* of sessions: buffers, textures, blocks of memory */
  guint n_kept;     /* for sessions to come: compiled programs, whose size nobody tells */
  gsize size_bytes; /* of the objects */
} KomaBackendMemory;

G_END_DECLS
