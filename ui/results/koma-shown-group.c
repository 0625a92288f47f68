/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-group.h"

#include <string.h>

/* Titles of states come after all classes, and what has no folder after all folders. */
#define LAST "\xff"

KomaShownGroup *
koma_shown_group_new (const char *title,
                      const char *last) /* (nullable) */
{
  KomaShownGroup *group = g_new0 (KomaShownGroup, 1);

  group->title = g_strdup (title);
  group->sort_key = last != NULL ? g_strconcat (LAST, last, NULL) : g_utf8_collate_key (title, -1);
  group->folded = g_strdup ("");
  return group;
}

void
koma_shown_group_free (gpointer data)
{
  KomaShownGroup *group = data;

  g_free (group->title);
  g_free (group->sort_key);
  g_free (group->folded);
  g_free (group);
}

int
koma_shown_group_compare (const KomaShownGroup *a,
                          const KomaShownGroup *b)
{
  int order = a != b ? strcmp (a->sort_key, b->sort_key) : 0;

  /* Two titles may sort alike, and are two groups still. */
  return order != 0 || a == b ? order : strcmp (a->title, b->title);
}
