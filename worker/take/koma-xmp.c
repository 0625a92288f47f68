/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-xmp.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
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
make_labels (KomaResult           *result,     /* (nullable) */
             const KomaCorrection *correction, /* (nullable) */
             guint                 n_labels)
{
  GVariantBuilder builder;
  const guint     n = result != NULL ? MIN (n_labels, result->n_classes) : 0;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  if (correction != NULL)
    g_variant_builder_add_value (&builder,
                                 make_string (koma_correction_get_name (correction, result)));
  for (guint i = 0; correction == NULL && i < n; i++)
    g_variant_builder_add_value (&builder, make_string (koma_result_get_class (result, i).name));
  return g_variant_builder_end (&builder);
}

static GVariant *
make_provenance (KomaResult           *result,     /* (nullable) */
                 const KomaCorrection *correction) /* (nullable) */
{
  g_autofree char *time = correction != NULL ? koma_correction_dup_time (correction) : NULL;
  GVariantBuilder  builder;
  KomaProvenance   from = { 0 };

  if (result != NULL)
    koma_provenance_init (&from, result->info);
  {
    const char *const pairs[][2] = {
      { "Model", from.model },
      { "ModelHash", from.model_hash },
      { "Recipe", from.recipe },
      { "Backend", from.backend },
      { "Precision", from.precision },
      { "Version", from.version },
    };

    g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
    for (guint i = 0; result != NULL && i < G_N_ELEMENTS (pairs); i++)
      g_variant_builder_add (&builder, "(s@s)", pairs[i][0], make_string (pairs[i][1]));
    if (correction != NULL) {
      g_variant_builder_add (&builder, "(s@s)", "CorrectedBy", make_string (correction->author));
      g_variant_builder_add (&builder, "(s@s)", "CorrectedAt", make_string (time));
    }
  }
  return g_variant_builder_end (&builder);
}

static GBytes *
make_request (GBytes               *before,     /* (nullable) */
              KomaResult           *result,     /* (nullable) labels are to be read */
              const KomaCorrection *correction, /* (nullable) */
              guint                 n_labels)
{
  gsize               length = 0;
  const gconstpointer text = before != NULL ? g_bytes_get_data (before, &length) : NULL;
  g_autoptr (GVariant) request = g_variant_ref_sink (
    g_variant_new ("(@ay@a(ssud)@as@a(ss))",
                   g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, length, 1),
                   make_classes (result), make_labels (result, correction, n_labels),
                   make_provenance (result, correction)));

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
ask (GBytes               *before,     /* (nullable) */
     KomaResult           *result,     /* (nullable) */
     const KomaCorrection *correction, /* (nullable) */
     guint                 n_labels,
     GError              **error)
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
  request = make_request (before, result, correction, n_labels);
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
  answer = ask (bytes, NULL, NULL, 0, error);
  if (answer == NULL)
    return koma_file_prefix_error (path, error);
  g_variant_get (answer, "(us^as^as)", NULL, NULL, &ret_labels->subjects, &ret_labels->own);
  return TRUE;
}

GBytes *
koma_xmp_merge (GBytes               *before,
                KomaResult           *result,
                const KomaCorrection *correction,
                guint                 n_labels,
                GError              **error)
{
  g_autoptr (GVariant) answer = ask (before, result, correction, n_labels, error);
  char *text = NULL;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(us@as@as)", NULL, &text, NULL, NULL);
  return g_bytes_new_take (text, strlen (text));
}
