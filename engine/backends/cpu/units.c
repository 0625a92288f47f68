/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "units.h"

/* About 10 µs of copying floats from the second-level cache. It does not pay to
 * wake a thread for less. */
#define UNIT_COST 32768.0

/**
 * koma_cpu_units_make:
 * @n_items: may be 0, which makes no units
 * @item_cost: what one item costs; copying one float is 1
 *
 * Returns: units of as many whole items as make each worth a thread's while.
 *   Thread: any.
 */
KomaCpuUnits
koma_cpu_units_make (gsize  n_items,
                     double item_cost)
{
  const double items = UNIT_COST / MAX (item_cost, 1.0);

  return (KomaCpuUnits){
    .n_items = n_items,
    .items_per_unit = items < 1.0 ? 1 : (gsize) items,
  };
}

/**
 * koma_cpu_units_get_n:
 *
 * Returns: number of units, 0 if there are no items. Thread: any.
 */
gsize
koma_cpu_units_get_n (const KomaCpuUnits *units)
{
  if (units->n_items == 0)
    return 0;
  return (units->n_items - 1) / units->items_per_unit + 1;
}

/**
 * koma_cpu_units_get_range:
 * @unit: below koma_cpu_units_get_n()
 *
 * Returns: the items of the unit; the last unit may have fewer. Thread: any.
 */
KomaCpuRange
koma_cpu_units_get_range (const KomaCpuUnits *units,
                          gsize               unit)
{
  const gsize begin = unit * units->items_per_unit;

  return (KomaCpuRange){
    .begin = begin,
    .end = MIN (begin + units->items_per_unit, units->n_items),
  };
}
