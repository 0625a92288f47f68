/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who has the memory that a unit of work needs while it runs. There is one for each thread; it is
 * the first field of what describes that memory. */
typedef struct
{
  gint is_taken; /* atomic */
} KomaCpuSlot;

gpointer koma_cpu_slots_take (gpointer slots, /* [n_slots] */
                              guint    n_slots,
                              gsize    slot_bytes);
void     koma_cpu_slots_give_back (gpointer slot);

G_END_DECLS
