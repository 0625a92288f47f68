/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A class, a kind of classes, a folder or a state: what pictures that are shown together have in
 * common. */
typedef struct
{
  char *title;    /* UTF-8 */
  char *sort_key; /* titles in order of the language */
  char *folded;   /* all names of a class and its kinds, to be searched; else empty */
  guint n_shown;  /* pictures; for the list alone */
} KomaShownGroup;

/* @last: (nullable): among those that come after all others, which */
KomaShownGroup *koma_shown_group_new (const char *title, const char *last);
void            koma_shown_group_free (gpointer group);
int             koma_shown_group_compare (const KomaShownGroup *a, const KomaShownGroup *b);

G_END_DECLS
