/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The only file that has Exempi read a stranger's sidecar; in a helper of the box. */
#include "koma-xmp-answer.h"

#include <string.h>

#include "koma-exempi.h"
#include "koma-xmp.h"

/* The namespace of dc:subject. */
#define DUBLIN_CORE "http://purl.org/dc/elements/1.1/"
/* That of xmp:Rating. */
#define XMP_BASIC "http://ns.adobe.com/xap/1.0/"

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
       gsize       length)
{
  xmp->values = xmp->exempi->xmp_new_empty ();
  return length == 0 || xmp->exempi->xmp_parse (xmp->values, text, length);
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

/* (nullable) */
static char *
dup_property (const Xmp  *xmp,
              const char *schema,
              const char *name)
{
  XmpStringPtr   text = xmp->exempi->xmp_string_new ();
  const gboolean is_there =
    xmp->exempi->xmp_get_property (xmp->values, schema, name, text, NULL);
  char *value = is_there ? g_strdup (xmp->exempi->xmp_string_cstr (text)) : NULL;

  xmp->exempi->xmp_string_free (text);
  return value;
}

/* Unless somebody else wrote another since. */
static void
remove_own_rating (const Xmp *xmp)
{
  g_autofree char *rating = dup_property (xmp, XMP_BASIC, KOMA_XMP_RATING);
  g_autofree char *own = dup_property (xmp, KOMA_XMP_NAMESPACE, KOMA_XMP_RATING);

  if (own != NULL && g_strcmp0 (rating, own) == 0)
    xmp->exempi->xmp_delete_property (xmp->values, XMP_BASIC, KOMA_XMP_RATING);
  xmp->exempi->xmp_delete_property (xmp->values, KOMA_XMP_NAMESPACE, KOMA_XMP_RATING);
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
  xmp->exempi->xmp_delete_property (xmp->values, KOMA_XMP_NAMESPACE, "CorrectedBy");
  xmp->exempi->xmp_delete_property (xmp->values, KOMA_XMP_NAMESPACE, "CorrectedAt");
  remove_own_rating (xmp);
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
add_subject (const Xmp         *xmp,
             const char *const *subjects, /* that are there */
             const char        *name)
{
  if (g_strv_contains (subjects, name))
    return;
  append (xmp, DUBLIN_CORE, "subject", XMP_PROP_ARRAY_IS_UNORDERED, name, 0);
  append (xmp, KOMA_XMP_NAMESPACE, "Subjects", XMP_PROP_ARRAY_IS_UNORDERED, name, 0);
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
add_score (const Xmp  *xmp,
           guint       i,
           const char *label,
           guint       index,
           double      score)
{
  char             text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *number = g_strdup_printf ("%u", index);

  append (xmp, KOMA_XMP_NAMESPACE, "Scores", XMP_PROP_ARRAY_IS_ORDERED, NULL,
          XMP_PROP_VALUE_IS_STRUCT);
  set_field (xmp, i, "Label", label);
  set_field (xmp, i, "Index", number);
  set_field (xmp, i, "Score", g_ascii_formatd (text, sizeof text, "%.6f", score));
}

static void
merge (const Xmp         *xmp,
       GVariantIter      *classes,
       const char *const *labels,
       GVariantIter      *provenance)
{
  const char *name = NULL, *label = NULL, *value = NULL;
  guint       index = 0;
  double      score = 0;
  g_auto (GStrv) subjects = NULL;

  remove_own (xmp);
  subjects = dup_array (xmp, DUBLIN_CORE, "subject");
  for (guint i = 0; labels[i] != NULL; i++)
    add_subject (xmp, (const char *const *) subjects, labels[i]);
  for (guint i = 0; g_variant_iter_next (classes, "(&s&sud)", &name, &label, &index, &score); i++)
    add_score (xmp, i, label, index, score);
  while (g_variant_iter_next (provenance, "(&s&s)", &name, &value)) {
    xmp->exempi->xmp_set_property (xmp->values, KOMA_XMP_NAMESPACE, name, value, 0);
    if (g_str_equal (name, KOMA_XMP_RATING))
      xmp->exempi->xmp_set_property (xmp->values, XMP_BASIC, name, value, 0);
  }
}

/* (nullable) */
static char *
serialize (const Xmp *xmp)
{
  const KomaExempi *exempi = xmp->exempi;
  XmpStringPtr      text = exempi->xmp_string_new ();
  char             *after = NULL;

  if (exempi->xmp_serialize_and_format (xmp->values, text, XMP_SERIAL_OMITPACKETWRAPPER, 0, "\n",
                                        " ", 0))
    after = g_strdup (exempi->xmp_string_cstr (text));
  exempi->xmp_string_free (text);
  return after;
}

static GVariant *
make_strings (char **strings) /* (transfer full) */
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; strings != NULL && strings[i] != NULL; i++)
    g_variant_builder_add_value (&builder,
                                 g_variant_new_take_string (g_utf8_make_valid (strings[i], -1)));
  g_strfreev (strings);
  return g_variant_builder_end (&builder);
}

/* With one reference of its own. */
static GBytes *
make_answer (KomaXmpAnswer kind,
             const char   *text,     /* the sidecar; or what is wrong with Exempi */
             char        **subjects, /* (transfer full) */
             char        **own)             /* (transfer full) */
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GVariant) answer =
    g_variant_ref_sink (g_variant_new ("(us@as@as)", (guint) kind, valid,
                                       make_strings (subjects), make_strings (own)));

  return g_variant_get_data_as_bytes (answer);
}

static GBytes *
read_labels (const Xmp *xmp)
{
  return make_answer (KOMA_XMP_IS_READ, "", dup_array (xmp, DUBLIN_CORE, "subject"),
                      dup_array (xmp, KOMA_XMP_NAMESPACE, "Subjects"));
}

GBytes *
koma_xmp_answer (GBytes *request)
{
  const GVariantType *type = G_VARIANT_TYPE (KOMA_XMP_REQUEST);
  g_autoptr (GVariant) values =
    g_variant_ref_sink (g_variant_new_from_bytes (type, request, FALSE));
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariantIter) classes = NULL;
  g_autoptr (GVariantIter) provenance = NULL;
  g_autoptr (GError) missing = NULL;
  g_autofree char        *after = NULL;
  gsize                   length = 0;
  g_autofree const char **labels = NULL;
  gconstpointer           text = NULL;
  g_auto (Xmp) xmp = { koma_exempi_get (&missing), NULL };

  g_variant_get (values, "(@aya(ssud)^a&sa(ss))", &before, &classes, &labels, &provenance);
  text = g_variant_get_fixed_array (before, &length, 1);
  if (xmp.exempi == NULL)
    return make_answer (KOMA_XMP_NO_EXEMPI, missing->message, NULL, NULL);
  if (!parse (&xmp, text, length))
    return make_answer (KOMA_XMP_IS_NONE, "", NULL, NULL);
  if (g_variant_iter_n_children (provenance) == 0)
    return read_labels (&xmp);
  merge (&xmp, classes, labels, provenance);
  after = serialize (&xmp);
  return after != NULL ? make_answer (KOMA_XMP_IS_READ, after, NULL, NULL)
                       : make_answer (KOMA_XMP_NOT_MADE, "", NULL, NULL);
}
