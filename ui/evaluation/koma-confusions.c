/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-confusions.h"

guint
koma_confusions_find (const guint   *counts,
                      guint          n_classes,
                      KomaConfusion *ret_confusions,
                      guint          max)
{
  guint n = 0;

  for (guint i = 0; i < n_classes * n_classes; i++) {
    const KomaConfusion confusion = { i / n_classes, i % n_classes, counts[i] };
    guint               at = n;

    if (confusion.count == 0 || confusion.truth == confusion.answer)
      continue;
    while (at > 0 && ret_confusions[at - 1].count < confusion.count)
      at--;
    if (at == max)
      continue;
    n = MIN (n + 1, max);
    for (guint j = n - 1; j > at; j--)
      ret_confusions[j] = ret_confusions[j - 1];
    ret_confusions[at] = confusion;
  }
  return n;
}
