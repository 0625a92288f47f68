/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "slots.h"

/**
 * koma_cpu_slots_take:
 * @slots: [n_slots] structs that begin with a #KomaCpuSlot
 * @n_slots: as many as threads, so that one is free, or will be at once
 * @slot_bytes: of each of the structs
 *
 * Thread: any
 *
 * Returns: (transfer none): the struct, until koma_cpu_slots_give_back()
 */
gpointer
koma_cpu_slots_take (gpointer slots,
                     guint    n_slots,
                     gsize    slot_bytes)
{
  for (guint i = 0;; i = (i + 1) % n_slots) {
    KomaCpuSlot *slot = (KomaCpuSlot *) ((char *) slots + i * slot_bytes);

    if (g_atomic_int_compare_and_exchange (&slot->is_taken, FALSE, TRUE))
      return slot;
  }
}

void
koma_cpu_slots_give_back (gpointer slot)
{
  g_atomic_int_set (&((KomaCpuSlot *) slot)->is_taken, FALSE);
}
