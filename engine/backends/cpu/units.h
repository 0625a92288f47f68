/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gsize begin;
  gsize end;
} KomaCpuRange;

/* Independent items (elements, rows, pictures) shared out to units. */
typedef struct
{
  gsize n_items;
  gsize items_per_unit;
} KomaCpuUnits;

KomaCpuUnits koma_cpu_units_make (gsize  n_items,
                                  double item_cost);
gsize        koma_cpu_units_get_n (const KomaCpuUnits *units);
KomaCpuRange koma_cpu_units_get_range (const KomaCpuUnits *units,
                                       gsize               unit);

G_END_DECLS
