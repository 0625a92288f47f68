/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A buffer that is needed from step @first to step @last, both included. */
typedef struct
{
  gsize size_bytes;
  guint first;
  guint last;
  gsize offset; /* (out) in bytes from the start of the arena */
} KomaPlanBuffer;

gboolean koma_memory_plan (KomaPlanBuffer *buffers, guint n_buffers, gsize *ret_arena_bytes);

G_END_DECLS
