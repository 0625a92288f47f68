/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-xmp.h"

#include <string.h>

#include <exempi/xmp.h>
#include <exempi/xmpconsts.h>
#include <glib/gi18n.h>

#include "engine/formats/file.h"

/* Sidecars are small; a larger file is something else. */
#define MAX_BYTES (4u << 20)

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (XmpPtr, xmp_free, NULL)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (XmpStringPtr, xmp_string_free, NULL)

static gpointer
start_library (gpointer unused)
{
  xmp_init ();
  xmp_register_namespace (KOMA_XMP_NAMESPACE, "koma", NULL);
  return NULL;
}

static XmpPtr
parse (const char *text,
       gsize       length,
       GError    **error)
{
  static GOnce once = G_ONCE_INIT;
  XmpPtr       xmp = NULL;

  g_once (&once, start_library, NULL);
  xmp = xmp_new_empty ();
  if (length == 0 || xmp_parse (xmp, text, length))
    return xmp;
  xmp_free (xmp);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("this is no XMP file"));
  return NULL;
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
dup_array (XmpPtr      xmp,
           const char *schema,
           const char *name)
{
  g_autoptr (GStrvBuilder) items = g_strv_builder_new ();
  g_auto (XmpStringPtr) item = xmp_string_new ();

  for (int i = 1; xmp_get_array_item (xmp, schema, name, i, item, NULL); i++)
    g_strv_builder_add (items, xmp_string_cstr (item));
  return g_strv_builder_end (items);
}

gboolean
koma_xmp_read_labels (const char    *path,
                      KomaXmpLabels *ret_labels,
                      GError       **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_auto (XmpPtr) xmp = NULL;

  if (!koma_file_read (path, MAX_BYTES, &text, &length, error))
    return FALSE;
  xmp = parse (text, length, error);
  if (xmp == NULL)
    return koma_file_prefix_error (path, error);
  ret_labels->subjects = dup_array (xmp, NS_DC, "subject");
  ret_labels->own = dup_array (xmp, KOMA_XMP_NAMESPACE, "Subjects");
  return TRUE;
}

/* What Koma wrote before goes; what others wrote stays. */
static void
remove_own (XmpPtr xmp)
{
  g_auto (GStrv) subjects = dup_array (xmp, NS_DC, "subject");
  g_auto (GStrv) own = dup_array (xmp, KOMA_XMP_NAMESPACE, "Subjects");

  for (guint i = g_strv_length (subjects); i > 0; i--) {
    g_autofree char *item = g_strdup_printf ("subject[%u]", i);

    if (g_strv_contains ((const char *const *) own, subjects[i - 1]))
      xmp_delete_property (xmp, NS_DC, item);
  }
  xmp_delete_property (xmp, KOMA_XMP_NAMESPACE, "Subjects");
  xmp_delete_property (xmp, KOMA_XMP_NAMESPACE, "Scores");
}

/* A label that somebody else wrote already is theirs. */
static void
add_subjects (XmpPtr      xmp,
              KomaResult *result,
              guint       n_labels)
{
  g_auto (GStrv) subjects = dup_array (xmp, NS_DC, "subject");

  for (guint i = 0; i < MIN (n_labels, result->n_classes); i++) {
    const char *name = result->classes[i].name;

    if (g_strv_contains ((const char *const *) subjects, name))
      continue;
    xmp_append_array_item (xmp, NS_DC, "subject", XMP_PROP_ARRAY_IS_UNORDERED, name, 0);
    xmp_append_array_item (xmp, KOMA_XMP_NAMESPACE, "Subjects", XMP_PROP_ARRAY_IS_UNORDERED,
                           name, 0);
  }
}

static void
set_field (XmpPtr      xmp,
           guint       index, /* from 0 on */
           const char *field,
           const char *value)
{
  g_autofree char *name = g_strdup_printf ("Scores[%u]/koma:%s", index + 1, field);

  xmp_set_property (xmp, KOMA_XMP_NAMESPACE, name, value, 0);
}

static void
add_scores (XmpPtr      xmp,
            KomaResult *result)
{
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass *class = &result->classes[i];
    char             score[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *index = g_strdup_printf ("%u", class->index);

    xmp_append_array_item (xmp, KOMA_XMP_NAMESPACE, "Scores", XMP_PROP_ARRAY_IS_ORDERED, NULL,
                           XMP_PROP_VALUE_IS_STRUCT);
    set_field (xmp, i, "Label", class->label);
    set_field (xmp, i, "Index", index);
    set_field (xmp, i, "Score", g_ascii_formatd (score, sizeof score, "%.6f", class->score));
  }
}

static void
set_provenance (XmpPtr               xmp,
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
    xmp_set_property (xmp, KOMA_XMP_NAMESPACE, pairs[i][0], pairs[i][1], 0);
}

static GBytes *
serialize (XmpPtr   xmp,
           GError **error)
{
  g_auto (XmpStringPtr) text = xmp_string_new ();

  if (!xmp_serialize_and_format (xmp, text, XMP_SERIAL_OMITPACKETWRAPPER, 0, "\n", " ", 0)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("the XMP can not be made"));
    return NULL;
  }
  return g_bytes_new (xmp_string_cstr (text), strlen (xmp_string_cstr (text)));
}

GBytes *
koma_xmp_merge (GBytes     *before,
                KomaResult *result,
                guint       n_labels,
                GError    **error)
{
  gsize       length = 0;
  const char *text = before != NULL ? g_bytes_get_data (before, &length) : NULL;
  g_auto (XmpPtr) xmp = parse (text, length, error);

  if (xmp == NULL)
    return NULL;
  remove_own (xmp);
  add_subjects (xmp, result, n_labels);
  add_scores (xmp, result);
  set_provenance (xmp, result->info);
  return serialize (xmp, error);
}
