/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-xmp.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/formats/file.h"
#include "koma-exempi.h"

/* Sidecars are small; a larger file is something else. */
#define MAX_BYTES (4u << 20)
/* The namespace of dc:subject. */
#define DUBLIN_CORE "http://purl.org/dc/elements/1.1/"

/* What is in a sidecar, and Exempi, which knows it. */
typedef struct
{
  const KomaExempi *exempi;
  XmpPtr            values;
} Xmp;

static void
xmp_clear (Xmp *xmp)
{
  if (xmp->values != NULL)
    xmp->exempi->xmp_free (xmp->values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Xmp, xmp_clear)

static gboolean
parse (Xmp        *xmp,
       const char *text,
       gsize       length,
       GError    **error)
{
  xmp->exempi = koma_exempi_get (error);
  if (xmp->exempi == NULL)
    return FALSE;
  xmp->values = xmp->exempi->xmp_new_empty ();
  if (length == 0 || xmp->exempi->xmp_parse (xmp->values, text, length))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("this is no XMP file"));
  return FALSE;
}

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

static char **
dup_array (const Xmp  *xmp,
           const char *schema,
           const char *name)
{
  const KomaExempi *exempi = xmp->exempi;
  g_autoptr (GStrvBuilder) items = g_strv_builder_new ();
  XmpStringPtr item = exempi->xmp_string_new ();

  for (int i = 1; exempi->xmp_get_array_item (xmp->values, schema, name, i, item, NULL); i++)
    g_strv_builder_add (items, exempi->xmp_string_cstr (item));
  exempi->xmp_string_free (item);
  return g_strv_builder_end (items);
}

gboolean
koma_xmp_read_labels (const char    *path,
                      KomaXmpLabels *ret_labels,
                      GError       **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_auto (Xmp) xmp = { 0 };

  if (!koma_file_read (path, MAX_BYTES, &text, &length, error))
    return FALSE;
  if (!parse (&xmp, text, length, error))
    return koma_file_prefix_error (path, error);
  ret_labels->subjects = dup_array (&xmp, DUBLIN_CORE, "subject");
  ret_labels->own = dup_array (&xmp, KOMA_XMP_NAMESPACE, "Subjects");
  return TRUE;
}

/* What Koma wrote before goes; what others wrote stays. */
static void
remove_own (const Xmp *xmp)
{
  g_auto (GStrv) subjects = dup_array (xmp, DUBLIN_CORE, "subject");
  g_auto (GStrv) own = dup_array (xmp, KOMA_XMP_NAMESPACE, "Subjects");

  for (guint i = g_strv_length (subjects); i > 0; i--) {
    g_autofree char *item = g_strdup_printf ("subject[%u]", i);

    if (g_strv_contains ((const char *const *) own, subjects[i - 1]))
      xmp->exempi->xmp_delete_property (xmp->values, DUBLIN_CORE, item);
  }
  xmp->exempi->xmp_delete_property (xmp->values, KOMA_XMP_NAMESPACE, "Subjects");
  xmp->exempi->xmp_delete_property (xmp->values, KOMA_XMP_NAMESPACE, "Scores");
}

static void
append (const Xmp  *xmp,
        const char *schema,
        const char *array,
        uint32_t    kind_of_array,
        const char *value, /* (nullable) */
        uint32_t    kind)
{
  xmp->exempi->xmp_append_array_item (xmp->values, schema, array, kind_of_array, value, kind);
}

/* A label that somebody else wrote already is theirs. */
static void
add_subjects (const Xmp  *xmp,
              KomaResult *result,
              guint       n_labels)
{
  g_auto (GStrv) subjects = dup_array (xmp, DUBLIN_CORE, "subject");

  for (guint i = 0; i < MIN (n_labels, result->n_classes); i++) {
    const char *name = result->classes[i].name;

    if (g_strv_contains ((const char *const *) subjects, name))
      continue;
    append (xmp, DUBLIN_CORE, "subject", XMP_PROP_ARRAY_IS_UNORDERED, name, 0);
    append (xmp, KOMA_XMP_NAMESPACE, "Subjects", XMP_PROP_ARRAY_IS_UNORDERED, name, 0);
  }
}

static void
set_field (const Xmp  *xmp,
           guint       index, /* from 0 on */
           const char *field,
           const char *value)
{
  g_autofree char *name = g_strdup_printf ("Scores[%u]/koma:%s", index + 1, field);

  xmp->exempi->xmp_set_property (xmp->values, KOMA_XMP_NAMESPACE, name, value, 0);
}

static void
add_scores (const Xmp  *xmp,
            KomaResult *result)
{
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass *class = &result->classes[i];
    char             score[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *index = g_strdup_printf ("%u", class->index);

    append (xmp, KOMA_XMP_NAMESPACE, "Scores", XMP_PROP_ARRAY_IS_ORDERED, NULL,
            XMP_PROP_VALUE_IS_STRUCT);
    set_field (xmp, i, "Label", class->label);
    set_field (xmp, i, "Index", index);
    set_field (xmp, i, "Score", g_ascii_formatd (score, sizeof score, "%.6f", class->score));
  }
}

static void
set_provenance (const Xmp           *xmp,
                const KomaModelInfo *info)
{
  KomaProvenance from;
  const char    *pairs[][2] = {
       { "Model", NULL },
       { "ModelHash", NULL },
       { "Recipe", NULL },
       { "Backend", NULL },
       { "Precision", NULL },
       { "Version", NULL },
  };

  koma_provenance_init (&from, info);
  pairs[0][1] = from.model;
  pairs[1][1] = from.model_hash;
  pairs[2][1] = from.recipe;
  pairs[3][1] = from.backend;
  pairs[4][1] = from.precision;
  pairs[5][1] = from.version;
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    xmp->exempi->xmp_set_property (xmp->values, KOMA_XMP_NAMESPACE, pairs[i][0], pairs[i][1], 0);
}

static GBytes *
serialize (const Xmp *xmp,
           GError   **error)
{
  const KomaExempi *exempi = xmp->exempi;
  XmpStringPtr      text = exempi->xmp_string_new ();
  GBytes           *bytes = NULL;

  if (exempi->xmp_serialize_and_format (xmp->values, text, XMP_SERIAL_OMITPACKETWRAPPER, 0, "\n",
                                        " ", 0))
    bytes = g_bytes_new (exempi->xmp_string_cstr (text), strlen (exempi->xmp_string_cstr (text)));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the XMP can not be made"));
  exempi->xmp_string_free (text);
  return bytes;
}

GBytes *
koma_xmp_merge (GBytes     *before,
                KomaResult *result,
                guint       n_labels,
                GError    **error)
{
  gsize       length = 0;
  const char *text = before != NULL ? g_bytes_get_data (before, &length) : NULL;
  g_auto (Xmp) xmp = { 0 };

  if (!parse (&xmp, text, length, error))
    return NULL;
  remove_own (&xmp);
  add_subjects (&xmp, result, n_labels);
  add_scores (&xmp, result);
  set_provenance (&xmp, result->info);
  return serialize (&xmp, error);
}
