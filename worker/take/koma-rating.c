/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-rating.h"

#include <glib/gi18n.h>

#include "koma-said.h"

/**
 * koma_rating_new:
 * @stars: -1 to 5; 0 takes a rating back
 * @author: who says so; bytes that are not UTF-8 become U+FFFD
 * @rated_us: when, in µs since 1970, UTC
 *
 * Thread: any.
 *
 * Returns: (transfer full): what was said
 */
KomaRating *
koma_rating_new (int         stars,
                 const char *author,
                 gint64      rated_us)
{
  KomaRating *self = NULL;

  g_return_val_if_fail (stars >= KOMA_RATING_REJECTED && stars <= KOMA_RATING_MAX, NULL);

  self = g_new0 (KomaRating, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->stars = stars;
  self->author = g_utf8_make_valid (author, -1);
  self->rated_us = rated_us;
  return self;
}

KomaRating *
koma_rating_new_now (int stars)
{
  return koma_rating_new (stars, koma_said_get_user (), g_get_real_time ());
}

KomaRating *
koma_rating_ref (KomaRating *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_rating_unref (KomaRating *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->author);
  g_free (self);
}

int
koma_rating_get_stars (const KomaRating *self)
{
  return self != NULL ? self->stars : KOMA_RATING_NONE;
}

char *
koma_rating_dup_stars (int stars)
{
  g_autoptr (GString) text = g_string_new (stars == KOMA_RATING_REJECTED ? "✗" : "");

  for (int i = 0; i < stars; i++)
    g_string_append (text, "★");
  return g_strdup (text->str);
}

char *
koma_rating_describe (int stars)
{
  if (stars == KOMA_RATING_REJECTED)
    /* Translators: a picture that a person does not want */
    return g_strdup (_ ("Rejected"));
  if (stars == KOMA_RATING_NONE)
    return g_strdup ("");
  /* Translators: how much a person likes a picture */
  return g_strdup_printf (ngettext ("%d star", "%d stars", (gulong) stars), stars);
}
