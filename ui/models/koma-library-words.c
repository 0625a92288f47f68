/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-words.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

const char *
koma_library_words_for_section (KomaSection section)
{
  switch (section) {
  case KOMA_SECTION_TAUGHT:
    /* Translators: models that the user has taught */
    return _ ("Yours");
  case KOMA_SECTION_INSTALLED:
  case KOMA_SECTION_STORED:
  case KOMA_SECTION_OPENED:
    /* Translators: models that are on this computer */
    return C_ ("models", "Ready");
  case KOMA_SECTION_AVAILABLE:
    return _ ("To Download");
  default:
    g_return_val_if_reached ("");
  }
}

static char *
describe_kind (const KomaLibraryItem *item)
{
  if (item->kind == KOMA_MODEL_KIND_FEATURES)
    return g_strdup (_ ("Features, no classes"));
  if (item->model != NULL && item->model->purpose != KOMA_PURPOSE_OTHER)
    return g_strdup (koma_purpose_get_sentence (item->model->purpose));
  if (item->n_classes == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%'u class", "%'u classes", item->n_classes), item->n_classes);
}

static void
append_part (GString    *text,
             const char *part) /* (nullable) */
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

/**
 * koma_library_words_for_file:
 * @item: a model
 *
 * Returns: (transfer full): “1,001 classes · 3.6 MB · TensorFlow Lite · Apache-2.0”, as far as it
 *   is known
 */
char *
koma_library_words_for_file (const KomaLibraryItem *item)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *kind = describe_kind (item);
  g_autofree char *size = item->size_bytes > 0 ? g_format_size (item->size_bytes) : NULL;

  append_part (text, kind);
  append_part (text, size);
  append_part (text, item->model != NULL ? item->model->format : NULL);
  append_part (text, item->licence);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_speed (const KomaModelItem *model)
{
  if (model->run_ms <= 0.0)
    return NULL;
  if (model->run_ms < 10.0) {
    g_autofree char *time = koma_words_for_ms (model->run_ms);

    /* Translators: a time: “1.2 ms”, “<0.1 ms” */
    return g_strdup_printf (_ ("%s a picture here"), time);
  }
  return g_strdup_printf (_ ("%.0f ms a picture here"), model->run_ms);
}

static char *
describe_day (gint64 seconds)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (seconds);
  g_autoptr (GDateTime) yesterday = g_date_time_add_days (now, -1);
  g_autofree char *date = NULL;

  if (seconds <= 0 || then == NULL)
    return NULL;
  if (g_date_time_get_year (then) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now))
    return g_strdup (_ ("used today"));
  if (g_date_time_get_year (then) == g_date_time_get_year (yesterday) &&
      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (yesterday))
    return g_strdup (_ ("used yesterday"));
  date = g_date_time_format (then, "%x");
  /* Translators: a date */
  return g_strdup_printf (_ ("used on %s"), date);
}

/**
 * koma_library_words_for_use:
 * @item: a model
 *
 * Returns: (transfer full) (nullable): “12 ms a picture here · used today”; that its file has gone
 */
char *
koma_library_words_for_use (const KomaLibraryItem *item)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *speed = NULL;
  g_autofree char *day = NULL;

  if (item->model == NULL)
    return NULL;
  speed = describe_speed (item->model);
  day = describe_day (item->model->last_used);
  append_part (text, item->model->is_gone ? _ ("not found") : NULL);
  append_part (text, speed);
  append_part (text, day);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/**
 * koma_library_words_for_fetch:
 * @fetch: a download under way
 *
 * Returns: (transfer full): “1.2 MB of 3.6 MB”
 */
char *
koma_library_words_for_fetch (const KomaFetch *fetch)
{
  g_autofree char *done = g_format_size (fetch->done_bytes);
  g_autofree char *total = g_format_size (fetch->total_bytes);

  if (fetch->done_bytes == 0 && fetch->total_bytes == 0)
    return g_strdup (_ ("Connecting…"));
  if (fetch->total_bytes == 0)
    return g_steal_pointer (&done);
  /* Translators: a size that has been downloaded, and the whole: “1.2 MB of 3.6 MB” */
  return g_strdup_printf (_ ("%s of %s"), done, total);
}

/**
 * koma_library_words_for_knowledge:
 * @description: (nullable): of a model
 * @n_classes: that it has; 0: not known
 *
 * Returns: (transfer full): what it knows
 */
char *
koma_library_words_for_knowledge (const char *description,
                                  guint       n_classes)
{
  if (description != NULL)
    return g_strdup (description);
  if (n_classes == 0)
    return g_strdup ("");
  /* Translators: what a model tells apart */
  return g_strdup_printf (ngettext ("Knows %'u kind", "Knows %'u kinds", n_classes), n_classes);
}

/**
 * koma_library_words_for_offer:
 * @item: a model, on this computer or to download
 *
 * Returns: (transfer full): what it knows and what it costs to have it; how far its download is
 */
char *
koma_library_words_for_offer (const KomaLibraryItem *item)
{
  g_autofree char *knows = koma_library_words_for_knowledge (item->description, item->n_classes);
  g_autofree char *size = NULL;

  if (item->fetch.state == KOMA_FETCH_RUNNING)
    return koma_library_words_for_fetch (&item->fetch);
  if (item->model != NULL)
    return g_steal_pointer (&knows);
  size = g_format_size (item->size_bytes);
  /* Translators: a sentence about a model, and a size: “… in photographs. 3.6 MB to download” */
  return g_strdup_printf (_ ("%s %s to download"), knows, size);
}

/**
 * koma_library_words_for_error:
 * @error: a sentence that elsewhere stands behind a name
 *
 * Returns: (transfer full): with a capital, to stand alone
 */
char *
koma_library_words_for_error (const char *error)
{
  g_autofree char *first = g_utf8_substring (error, 0, *error != '\0' ? 1 : 0);
  g_autofree char *capital = g_utf8_strup (first, -1);

  return g_strconcat (capital, error + strlen (first), NULL);
}

/* ---- In full ---- */

static void
append_line (GString    *text,
             const char *title, /* (nullable) */
             const char *value) /* (nullable) */
{
  if (value == NULL || *value == '\0')
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (title != NULL)
    g_string_append_printf (text, "%s: ", title);
  g_string_append (text, value);
}

char *
koma_library_words_for_details (const KomaLibraryItem *item)
{
  const KomaModelItem *model = item->model;
  g_autoptr (GString) text = g_string_new (item->description);
  g_autofree char *file = koma_library_words_for_file (item);
  g_autofree char *use = koma_library_words_for_use (item);

  if (text->len > 0)
    g_string_append_c (text, '\n');
  append_line (text, NULL, file);
  append_line (text, NULL, use);
  if (model != NULL && model->run_ms > 0.0)
    append_line (text, _ ("Backend"), koma_words_for_backend (model->backend));
  append_line (text, _ ("File"), model != NULL ? model->path : NULL);
  append_line (text, _ ("Address"), model != NULL ? model->address : NULL);
  append_line (text, _ ("Source"), item->source);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_library_words_for_removal:
 * @item: a model that can be removed
 *
 * Returns: (transfer full): what happens to its files
 */
char *
koma_library_words_for_removal (const KomaLibraryItem *item)
{
  g_autofree char *size = NULL;

  if (item->section == KOMA_SECTION_OPENED)
    return g_strdup_printf (_ ("It leaves this list. Its file stays where it is:\n%s"),
                            item->model->path);

  if (item->section == KOMA_SECTION_TAUGHT)
    return g_strdup (_ ("Koma deletes this model. The project with its classes and pictures stays, "
                        "and can save it again."));
  size = g_format_size (item->size_bytes);
  /* Translators: a size: “3.6 MB” */
  return g_strdup_printf (_ ("Koma deletes the files that it has downloaded: %s. They can be "
                             "downloaded again."),
                          size);
}
