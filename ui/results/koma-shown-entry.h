/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"
#include "koma-result-query.h"
#include "koma-shown-group.h"

G_BEGIN_DECLS

/* What few entries have. */
typedef struct
{
  char           *name;       /* (nullable) of a picture without a file; immutable */
  KomaCorrection *correction; /* (nullable) owned; NULL without a result */

  KomaShownGroup *similar; /* (nullable) of koma_shown_similar_group () */
  /* (nullable) What @likeness was computed with: the cosine with that of the result, and more where
   * the words of a search stand in names. */
  KomaFeatureVector *like;
  KomaFeatureVector *compared; /* (nullable) with which */
  double             likeness;
} KomaShownMore;

/* A picture of the list with all that it is found and sorted by. There may be a million. */
typedef struct
{
  /* Immutable. */
  KomaResultItem *item; /* owned */
  gpointer        list; /* borrowed */

  /* As the item was when the main thread looked last; other threads read it. */
  KomaResult *result; /* (nullable) owned */
  guint       index;  /* in the list of all */
  guint8      state;  /* KomaItemState */
  gint8       stars;  /* see koma-rating.h */
  guint8      is_sure;

  /* For the list alone. */
  guint8          is_changed : 1;
  guint8          is_gone : 1;
  guint8          is_shown : 1;
  KomaShownGroup *group; /* (nullable) that it is shown in */

  /* From koma_shown_keys_prepare(); texts and groups belong to the keys. */
  const char     *search;   /* (nullable) the name, folded */
  const char     *name_key; /* (nullable) */
  KomaShownGroup *folder;   /* (nullable) */
  KomaShownGroup *class;    /* (nullable) the best, or what a person says … */
  KomaShownGroup *kind;     /* (nullable) … and its kind */
  guint32         date;     /* of the file, seconds; 0: not known; the last one: that or later */

  gatomicrefcount ref_count;
  KomaShownMore  *more; /* (nullable) made by whoever may write to the entry */
} KomaShownEntry;

KomaShownEntry *koma_shown_entry_new (KomaResultItem *item, gpointer list);
KomaShownEntry *koma_shown_entry_ref (KomaShownEntry *entry);
void            koma_shown_entry_unref (gpointer entry);
KomaShownMore  *koma_shown_entry_ensure_more (KomaShownEntry *entry);
/* (nullable) */
KomaCorrection *koma_shown_entry_get_correction (const KomaShownEntry *entry);
/* Compares it with @query->like, unless that was done. @is_named: the words of the query stand in
 * names of it. */
void     koma_shown_entry_compare (KomaShownEntry        *entry,
                                   const KomaResultQuery *query,
                                   gboolean               is_named);
gboolean koma_shown_entry_is_compared (const KomaShownEntry  *entry,
                                       const KomaResultQuery *query);
/* Whether it has a vector of that kind. */
gboolean koma_shown_entry_has_likeness (const KomaShownEntry  *entry,
                                        const KomaResultQuery *query);

G_END_DECLS
