/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"

G_BEGIN_DECLS

/* The item is made of koma-result-item.c (the picture and its state), koma-result-item-words.c and
 * koma-result-item-earlier.c. The last two call the first alone. */
struct _KomaResultItem
{
  GObject parent_instance;

  /* Immutable after construction. One of: a file; bytes and a name; a grid, its file and a cell;
   * pixels and a name. */
  GFile           *file;
  GBytes          *bytes;
  KomaGridPicture *grid;
  KomaPicture     *picture;
  guint            cell; /* of the grid */
  KomaRequestFit   fit;  /* of the picture */
  char            *name;

  KomaFileNames *names; /* (nullable) of the list */

  KomaResultItemWatch watch; /* (nullable) */
  gpointer            watch_data;

  guint64       key; /* of the request that is with the worker; 0: none */
  gboolean      is_removed;
  gboolean      is_earlier; /* @result is of the model before, and @earlier of the model since */
  KomaItemAsk   ask;
  KomaItemState state;
  KomaResult   *result;
  KomaResult   *earlier;   /* (nullable) the result of the model before; has no thumbnail */
  GBytes       *thumbnail; /* (nullable) of the last result; kept until the next */
  GError       *error;

  KomaCorrection *correction; /* (nullable) */
};

void koma_result_item_notify (KomaResultItem *self); /* its state or its result is another */
void koma_result_item_set_state (KomaResultItem *self,
                                 KomaItemState   state,
                                 KomaResult     *result, /* (transfer full) (nullable) */
                                 GError         *error);         /* likewise */

G_END_DECLS
