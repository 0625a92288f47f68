/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-xmp.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-said.h"
#include "koma-xmp-answer.h"
#include "koma-xmp-outline.h"
#include "worker/box/koma-box.h"

/* Sidecars are small; a larger file is something else. */
#define MAX_BYTES (4u << 20)

char *
koma_xmp_dup_path (const char *picture_path)
{
  return g_strconcat (picture_path, KOMA_XMP_SUFFIX, NULL);
}

void
koma_xmp_labels_clear (KomaXmpLabels *labels)
{
  g_clear_pointer (&labels->subjects, g_strfreev);
  g_clear_pointer (&labels->own, g_strfreev);
}

static GVariant *
make_string (const char *text) /* (nullable) */
{
  return g_variant_new_take_string (g_utf8_make_valid (text != NULL ? text : "", -1));
}

static GVariant *
make_classes (KomaResult *result) /* (nullable) */
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssud)"));
  for (guint i = 0; result != NULL && i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    g_variant_builder_add (&builder, "(@s@sud)", make_string (class.name),
                           make_string (class.label), class.index, (double) class.score);
  }
  return g_variant_builder_end (&builder);
}

static GVariant *
make_labels (const KomaXmpEntry *entry) /* (nullable) */
{
  const KomaResult     *result = entry != NULL ? entry->result : NULL;
  const KomaCorrection *correction = entry != NULL ? entry->correction : NULL;
  const guint           n = result != NULL ? MIN (entry->n_labels, result->n_classes) : 0;
  GVariantBuilder       builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  if (correction != NULL)
    g_variant_builder_add_value (&builder,
                                 make_string (koma_correction_get_name (correction, result)));
  for (guint i = 0; correction == NULL && i < n; i++)
    g_variant_builder_add_value (&builder, make_string (koma_result_get_class (result, i).name));
  return g_variant_builder_end (&builder);
}

static void
add_pair (GVariantBuilder *builder,
          const char      *name,
          const char      *value)
{
  g_variant_builder_add (builder, "(s@s)", name, make_string (value));
}

/* Of the model, then of persons. */
static GVariant *
make_provenance (const KomaXmpEntry *entry) /* (nullable) */
{
  GVariantBuilder builder;
  KomaProvenance  from = { 0 };

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  if (entry == NULL)
    return g_variant_builder_end (&builder);
  koma_provenance_init (&from, entry->result->info);
  add_pair (&builder, "Model", from.model);
  add_pair (&builder, "ModelHash", from.model_hash);
  add_pair (&builder, "Recipe", from.recipe);
  add_pair (&builder, "Backend", from.backend);
  add_pair (&builder, "Precision", from.precision);
  add_pair (&builder, "Version", from.version);
  if (entry->correction != NULL) {
    g_autofree char *time = koma_said_dup_time (entry->correction->corrected_us);

    add_pair (&builder, "CorrectedBy", entry->correction->author);
    add_pair (&builder, "CorrectedAt", time);
  }
  if (entry->stars != KOMA_RATING_NONE) {
    g_autofree char *stars = g_strdup_printf ("%d", entry->stars);

    add_pair (&builder, KOMA_XMP_RATING, stars);
  }
  return g_variant_builder_end (&builder);
}

static GBytes *
make_request (GBytes             *before, /* (nullable) */
              const KomaXmpEntry *entry)  /* (nullable) labels are to be read */
{
  gsize               length = 0;
  const gconstpointer text = before != NULL ? g_bytes_get_data (before, &length) : NULL;
  g_autoptr (GVariant) request = g_variant_ref_sink (g_variant_new (
    "(@ay@a(ssud)@as@a(ss))", g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, length, 1),
    make_classes (entry != NULL ? entry->result : NULL), make_labels (entry),
    make_provenance (entry)));

  return g_variant_get_data_as_bytes (request);
}

static gboolean
fail (KomaXmpAnswer kind,
      const char   *sentence,
      GError      **error)
{
  if (kind == KOMA_XMP_NO_EXEMPI)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, sentence);
  else if (kind == KOMA_XMP_IS_NONE)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("this is no XMP file"));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the XMP can not be made"));
  return FALSE;
}

/* Strangers' sidecars go to the box. Its answer is any bytes: GVariant makes values of its type of
 * them. */
static GVariant *
ask (GBytes             *before, /* (nullable) */
     const KomaXmpEntry *entry,  /* (nullable) labels are to be read */
     GError            **error)
{
  gsize               length = 0;
  const gconstpointer text = before != NULL ? g_bytes_get_data (before, &length) : NULL;
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) answer = NULL;
  const char *sentence = NULL;
  guint       kind = 0;

  if (!koma_xmp_check_outline (text, length, error))
    return NULL;
  request = make_request (before, entry);
  bytes = length > 0 ? koma_box_answer_xmp (request, error) : koma_xmp_answer (request);
  if (bytes == NULL)
    return NULL;
  answer =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (KOMA_XMP_ANSWER), bytes, FALSE));
  g_variant_get (answer, "(u&s@as@as)", &kind, &sentence, NULL, NULL);
  if (kind == KOMA_XMP_IS_READ)
    return g_steal_pointer (&answer);
  fail (kind, sentence, error);
  return NULL;
}

gboolean
koma_xmp_read_labels (const char    *path,
                      KomaXmpLabels *ret_labels,
                      GError       **error)
{
  char *text = NULL;
  gsize length = 0;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) answer = NULL;

  if (!koma_file_read (path, MAX_BYTES, &text, &length, error))
    return FALSE;
  bytes = g_bytes_new_take (text, length);
  answer = ask (bytes, NULL, error);
  if (answer == NULL)
    return koma_file_prefix_error (path, error);
  g_variant_get (answer, "(us^as^as)", NULL, NULL, &ret_labels->subjects, &ret_labels->own);
  return TRUE;
}

GBytes *
koma_xmp_merge (GBytes             *before,
                const KomaXmpEntry *entry,
                GError            **error)
{
  g_autoptr (GVariant) answer = ask (before, entry, error);
  char *text = NULL;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(us@as@as)", NULL, &text, NULL, NULL);
  return g_bytes_new_take (text, strlen (text));
}
