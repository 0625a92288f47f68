/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How much a person likes a picture, as xmp:Rating has it: 1 to 5 stars, or one of these.
 * XMP Specification Part 1 (2012), 8.4 "XMP namespace" */
#define KOMA_RATING_REJECTED (-1)
#define KOMA_RATING_NONE     0 /* nobody says so, or somebody took it back */
#define KOMA_RATING_MAX      5

/* That somebody says so. Immutable, reference counted, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  int    stars;
  char  *author;   /* UTF-8 */
  gint64 rated_us; /* since 1970, UTC */
} KomaRating;

KomaRating *koma_rating_new (int stars, const char *author, gint64 rated_us);
/* Of the user of this computer. */
KomaRating *koma_rating_new_now (int stars);
KomaRating *koma_rating_ref (KomaRating *self);
void        koma_rating_unref (KomaRating *self);           /* (nullable) */
int         koma_rating_get_stars (const KomaRating *self); /* (nullable) */

/* (transfer full) For the eye: “★★★”; rejected: “✗”; no rating: empty. */
char *koma_rating_dup_stars (int stars);
/* (transfer full) For the ear: “3 stars”, in the user's language; no rating: empty. */
char *koma_rating_describe (int stars);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRating, koma_rating_unref)

G_END_DECLS
