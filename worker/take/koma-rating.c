/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-rating.h"

#include <glib/gi18n.h>

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
