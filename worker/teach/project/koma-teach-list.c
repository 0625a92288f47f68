/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-list.h"

/**
 * koma_teach_list_tell:
 * @list: has @after already
 * @before: its items so far
 * @after: its items now
 *
 * Emits one signal, of the part between those first and those last that are the same.
 *
 * Thread: main.
 */
void
koma_teach_list_tell (GListModel      *list,
                      const GPtrArray *before,
                      const GPtrArray *after)
{
  const guint n_shorter = MIN (before->len, after->len);
  guint       n_first = 0;
  guint       n_last = 0;

  while (n_first < n_shorter && before->pdata[n_first] == after->pdata[n_first])
    n_first++;
  while (n_last < n_shorter - n_first &&
         before->pdata[before->len - 1 - n_last] == after->pdata[after->len - 1 - n_last])
    n_last++;
  if (n_first + n_last < MAX (before->len, after->len))
    g_list_model_items_changed (list, n_first, before->len - n_first - n_last,
                                after->len - n_first - n_last);
}
