/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person says of a picture: what it shows, and how much they like it. */

#include "koma-result-item-private.h"

#include "worker/koma-thread.h"

KomaCorrection *
koma_result_item_get_correction (KomaResultItem *self)
{
  return self->more != NULL ? self->more->correction : NULL;
}

/**
 * koma_result_item_set_correction:
 * @self: a picture
 * @correction: (nullable): what it shows; %NULL: nobody says anything
 *
 * Rows and the list are told as of a new answer.
 */
void
koma_result_item_set_correction (KomaResultItem *self,
                                 KomaCorrection *correction)
{
  KomaItemMore *more = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_result_item_get_correction (self) == correction)
    return;
  more = koma_result_item_ensure_more (self);
  g_clear_pointer (&more->correction, koma_correction_unref);
  more->correction = correction != NULL ? koma_correction_ref (correction) : NULL;
  koma_result_item_notify (self);
}

KomaRating *
koma_result_item_get_rating (KomaResultItem *self)
{
  return self->more != NULL ? self->more->rating : NULL;
}

int
koma_result_item_get_stars (KomaResultItem *self)
{
  return koma_rating_get_stars (koma_result_item_get_rating (self));
}

/**
 * koma_result_item_set_rating:
 * @self: a picture
 * @rating: (nullable): how much somebody likes it; %NULL: nobody says so
 *
 * Rows and the list are told as of a new answer.
 */
void
koma_result_item_set_rating (KomaResultItem *self,
                             KomaRating     *rating)
{
  KomaItemMore *more = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_result_item_get_rating (self) == rating)
    return;
  more = koma_result_item_ensure_more (self);
  g_clear_pointer (&more->rating, koma_rating_unref);
  more->rating = rating != NULL ? koma_rating_ref (rating) : NULL;
  koma_result_item_notify (self);
}
