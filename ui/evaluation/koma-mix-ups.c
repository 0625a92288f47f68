/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-mix-ups.h"

guint
koma_mix_ups_find (const guint *counts,
                   guint        n_classes,
                   KomaMixUp   *ret_mix_ups,
                   guint        max)
{
  guint n = 0;

  for (guint i = 0; i < n_classes * n_classes; i++) {
    const KomaMixUp mix_up = { i / n_classes, i % n_classes, counts[i] };
    guint           at = n;

    if (mix_up.count == 0 || mix_up.truth == mix_up.answer)
      continue;
    while (at > 0 && ret_mix_ups[at - 1].count < mix_up.count)
      at--;
    if (at == max)
      continue;
    n = MIN (n + 1, max);
    for (guint j = n - 1; j > at; j--)
      ret_mix_ups[j] = ret_mix_ups[j - 1];
    ret_mix_ups[at] = mix_up;
  }
  return n;
}
