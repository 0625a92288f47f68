/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"

G_BEGIN_DECLS

/* What few items have: all other than a file with a path, and what seldom happens to it. */
typedef struct
{
  /* Immutable after construction, but for the file of an item with a path, which is made when it is
   * asked for. One of: a file without a path; bytes and a name; a grid, its file and a cell; pixels
   * and a name. */
  GFile           *file;
  GBytes          *bytes;
  KomaGridPicture *grid;
  KomaPicture     *picture;
  guint            cell; /* of the grid */
  KomaRequestFit   fit;  /* of the picture */
  char            *name;

  KomaResult     *earlier; /* (nullable) the result of the model before; has no thumbnail */
  GError         *error;
  KomaCorrection *correction; /* (nullable) */
  KomaRating     *rating;     /* (nullable) */
} KomaItemMore;

/* The item is made of koma-result-item.c (its state and its result) and of others, which call that
 * one alone: koma-result-item-source.c, koma-result-item-said.c, koma-result-item-earlier.c and
 * koma-result-item-words.c. */
struct _KomaResultItem
{
  GObject parent_instance;

  GRefString    *path;  /* (nullable) immutable: whole, of a local file that is no cell */
  KomaItemMore  *more;  /* (nullable) */
  KomaFileNames *names; /* (nullable) of the list */

  KomaResultItemWatch watch; /* (nullable) */
  gpointer            watch_data;

  guint64     key; /* of the request that is with the worker; 0: none */
  KomaResult *result;
  GBytes     *thumbnail; /* (nullable) of the last result; kept until the next */
  guint       ask : 2;   /* KomaItemAsk */
  guint       state : 2; /* KomaItemState */
  guint       is_removed : 1;
  guint       is_earlier : 1; /* @result is of the model before, and the earlier of the one since */
};

KomaItemMore *koma_result_item_ensure_more (KomaResultItem *self);

void koma_result_item_notify (KomaResultItem *self); /* its state or its result is another */
void koma_result_item_set_state (KomaResultItem *self,
                                 KomaItemState   state,
                                 KomaResult     *result, /* (transfer full) (nullable) */
                                 GError         *error);         /* likewise */

G_END_DECLS
