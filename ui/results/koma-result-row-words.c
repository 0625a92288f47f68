/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a row says of its picture. */

#include "koma-result-row-private.h"

#include <glib/gi18n-lib.h>

#include "koma-correction-words.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"

/* (nullable) What a person says, where there is an answer that it goes before. */
KomaCorrection *
koma_result_row_get_correction (KomaResultRow *self)
{
  return koma_result_item_get_result (self->item) != NULL
           ? koma_result_item_get_correction (self->item)
           : NULL;
}

gboolean
koma_result_row_is_not_sure (KomaResultRow *self)
{
  KomaResult *result = koma_result_item_get_result (self->item);

  return result != NULL && koma_result_item_get_correction (self->item) == NULL &&
         !koma_preferences_is_sure (self->preferences, result);
}

const char *
koma_result_row_get_status (KomaResultRow *self)
{
  switch (koma_result_item_get_state (self->item)) {
  case KOMA_ITEM_WAITING:
    return _ ("Waiting…");
  case KOMA_ITEM_STOPPED:
    return _ ("Stopped");
  case KOMA_ITEM_FAILED:
    return koma_words_for_picture_error (koma_result_item_get_error (self->item));
  case KOMA_ITEM_DONE:
  default:
    return NULL;
  }
}

/* The backend, the time of the inference, and whether the picture was also turned upside down. */
static char *
describe_cost (KomaResult *result) /* (nullable) */
{
  const char      *backend = NULL;
  g_autofree char *time = NULL;

  if (result == NULL)
    return NULL;
  time = koma_words_for_ms (result->timing.inference_ms);
  backend = koma_words_for_technical_name (result->info->backend, result->info->is_software);
  if (!result->is_turned)
    /* Translators: what computed the result, and how long it took */
    return g_strdup_printf (_ ("%s, %s"), backend, time);
  /* Translators: what computed the result, and how long it took */
  return g_strdup_printf (_ ("%s, %s; looked at upside down too, to be surer"), backend, time);
}

/* The model that has answered. */
char *
koma_result_row_describe_model (KomaResultRow *self)
{
  KomaResult *result = koma_result_item_get_result (self->item);

  /* Translators: the name of a model */
  return result != NULL ? g_strdup_printf (_ ("Answered by %s"), result->info->name) : NULL;
}

static void
append_line (GString    *text,
             const char *line) /* (nullable) */
{
  if (line != NULL)
    g_string_append_printf (text, "\n%s", line);
}

/* The path, because the name may be shortened and the folder is not shown, and what is known of the
 * result. */
char *
koma_result_row_describe_details (KomaResultRow *self)
{
  const gboolean   is_technical = koma_preferences_get_technical_details (self->preferences);
  KomaResultItem  *item = self->item;
  const GError    *error = koma_result_item_get_error (item);
  GFile           *file = koma_result_item_get_file (item);
  g_autofree char *path = file != NULL ? g_file_get_parse_name (file)
                                       : koma_result_item_dup_name (item);
  g_autofree char *cost = is_technical ? describe_cost (koma_result_item_get_result (item)) : NULL;
  g_autofree char *model = koma_result_row_describe_model (self);
  KomaCorrection  *correction = koma_result_row_get_correction (self);
  g_autofree char *said =
    correction != NULL
      ? koma_correction_words_describe (correction, koma_result_item_get_result (item))
      : NULL;
  g_autoptr (GString) text = g_string_new (path);

  append_line (text, error != NULL ? error->message : cost);
  append_line (text, model);
  append_line (text, said);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
koma_result_row_describe (KomaResultRow *self)
{
  guint            n_results = koma_preferences_get_results (self->preferences);
  g_autofree char *plain = koma_result_item_speak (self->item, n_results);
  g_autofree char *text =
    koma_result_row_is_not_sure (self)
      /* Translators: for screen readers: a file name with its result, which is not sure */
      ? g_strdup_printf (_ ("%s (not sure)"), plain)
      : g_steal_pointer (&plain);

  /* Translators: for screen readers: the header of a group, and its first picture */
  return self->group != NULL ? g_strdup_printf (C_ ("header and picture", "%s. %s"), self->group,
                                                text)
                             : g_steal_pointer (&text);
}

/* Stars follow the name. */
char *
koma_result_row_describe_name (KomaResultRow *self)
{
  const int        n_stars = koma_result_item_get_stars (self->item);
  g_autofree char *name = koma_result_item_dup_name (self->item);
  g_autofree char *stars = koma_rating_dup_stars (n_stars);

  return n_stars != KOMA_RATING_NONE ? g_strconcat (name, "  ", stars, NULL)
                                     : g_steal_pointer (&name);
}
