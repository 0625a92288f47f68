/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attrs-private.h"

#include <string.h>

static void
attr_free (gpointer data)
{
  KomaAttr *attr = data;

  g_free (attr->string);
  g_free (attr->ints);
  if (attr->free_object != NULL)
    attr->free_object (attr->object);
  g_free (attr);
}

/**
 * koma_attrs_new:
 *
 * Returns: (transfer full): no attributes yet. Thread: any.
 */
KomaAttrs *
koma_attrs_new (void)
{
  KomaAttrs *attrs = g_new0 (KomaAttrs, 1);

  attrs->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, attr_free);
  return attrs;
}

/**
 * koma_attrs_new_int:
 *
 * Returns: (transfer full): one attribute, an integer or a boolean. Thread: any.
 */
KomaAttrs *
koma_attrs_new_int (const char *name,
                    gint64      value)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, name, value);
  return attrs;
}

/**
 * koma_attrs_new_float:
 *
 * Returns: (transfer full): one attribute, a float. Thread: any.
 */
KomaAttrs *
koma_attrs_new_float (const char *name,
                      double      value)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, name, value);
  return attrs;
}

/**
 * koma_attrs_copy:
 * @attrs: (nullable): NULL gives an empty set
 */
KomaAttrs *
koma_attrs_copy (const KomaAttrs *attrs)
{
  KomaAttrs     *copy = koma_attrs_new ();
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       value = NULL;

  if (attrs == NULL)
    return copy;
  g_hash_table_iter_init (&iter, attrs->by_name);
  while (g_hash_table_iter_next (&iter, &name, &value)) {
    KomaAttr *attr = g_memdup2 (value, sizeof (KomaAttr));

    attr->string = g_strdup (attr->string);
    attr->ints = g_memdup2 (attr->ints, attr->n_ints * sizeof (gint64));
    if (attr->copy_object != NULL)
      attr->object = attr->copy_object (attr->object);
    g_hash_table_insert (copy->by_name, g_strdup (name), attr);
  }
  return copy;
}

/**
 * koma_attrs_free:
 * @attrs: (nullable) (transfer full)
 */
void
koma_attrs_free (KomaAttrs *attrs)
{
  if (attrs == NULL)
    return;
  g_hash_table_unref (attrs->by_name);
  g_free (attrs);
}

static KomaAttr *
set (KomaAttrs   *attrs,
     const char  *name,
     KomaAttrType type)
{
  KomaAttr *attr = g_new0 (KomaAttr, 1);

  attr->type = type;
  g_hash_table_replace (attrs->by_name, g_strdup (name), attr);
  return attr;
}

/**
 * koma_attrs_set_int:
 *
 * An integer or a boolean, in place of what @name was, of whatever type.
 */
void
koma_attrs_set_int (KomaAttrs  *attrs,
                    const char *name,
                    gint64      value)
{
  set (attrs, name, KOMA_ATTR_INT)->number = value;
}

/**
 * koma_attrs_set_float:
 *
 * A float, in place of what @name was, of whatever type.
 */
void
koma_attrs_set_float (KomaAttrs  *attrs,
                      const char *name,
                      double      value)
{
  set (attrs, name, KOMA_ATTR_FLOAT)->real = value;
}

/**
 * koma_attrs_set_string:
 * @value: copied
 *
 * A string, in place of what @name was, of whatever type.
 */
void
koma_attrs_set_string (KomaAttrs  *attrs,
                       const char *name,
                       const char *value)
{
  set (attrs, name, KOMA_ATTR_STRING)->string = g_strdup (value);
}

/**
 * koma_attrs_set_ints:
 * @values: (array length=n_values) (nullable): copied
 *
 * A list of integers, in place of what @name was, of whatever type.
 */
void
koma_attrs_set_ints (KomaAttrs    *attrs,
                     const char   *name,
                     const gint64 *values,
                     gsize         n_values)
{
  KomaAttr *attr = set (attrs, name, KOMA_ATTR_INTS);

  attr->ints = g_memdup2 (values, n_values * sizeof (gint64));
  attr->n_ints = n_values;
}

/**
 * koma_attrs_set_object:
 * @object: (transfer full): no longer changed
 * @copy: makes a copy for a copy of the attributes
 * @free: frees it
 *
 * An object, in place of what @name was, of whatever type.
 */
void
koma_attrs_set_object (KomaAttrs     *attrs,
                       const char    *name,
                       gpointer       object,
                       KomaAttrsCopy  copy,
                       GDestroyNotify free)
{
  KomaAttr *attr = set (attrs, name, KOMA_ATTR_OBJECT);

  attr->object = object;
  attr->copy_object = copy;
  attr->free_object = free;
}

static const KomaAttr *
get (const KomaAttrs *attrs,
     const char      *name,
     KomaAttrType     type)
{
  const KomaAttr *attr = g_hash_table_lookup (attrs->by_name, name);

  return attr != NULL && attr->type == type ? attr : NULL;
}

/**
 * koma_attrs_has:
 *
 * Returns: whether there is an attribute of that name, of whatever type
 */
gboolean
koma_attrs_has (const KomaAttrs *attrs,
                const char      *name)
{
  return g_hash_table_contains (attrs->by_name, name);
}

/**
 * koma_attrs_get_int:
 *
 * Returns: the attribute, or @fallback if it is missing or no integer
 */
gint64
koma_attrs_get_int (const KomaAttrs *attrs,
                    const char      *name,
                    gint64           fallback)
{
  const KomaAttr *attr = get (attrs, name, KOMA_ATTR_INT);

  return attr != NULL ? attr->number : fallback;
}

/**
 * koma_attrs_get_float:
 *
 * An integer attribute counts too: JSON writes 1.0 as 1.
 */
double
koma_attrs_get_float (const KomaAttrs *attrs,
                      const char      *name,
                      double           fallback)
{
  const KomaAttr *attr = get (attrs, name, KOMA_ATTR_FLOAT);

  if (attr != NULL)
    return attr->real;
  attr = get (attrs, name, KOMA_ATTR_INT);
  return attr != NULL ? attr->number : fallback;
}

/**
 * koma_attrs_get_string:
 * @fallback: (nullable)
 *
 * Returns: (transfer none): the attribute, or @fallback if it is missing or no
 *   string
 */
const char *
koma_attrs_get_string (const KomaAttrs *attrs,
                       const char      *name,
                       const char      *fallback)
{
  const KomaAttr *attr = get (attrs, name, KOMA_ATTR_STRING);

  return attr != NULL ? attr->string : fallback;
}

/**
 * koma_attrs_get_ints:
 *
 * Returns: (nullable) (array length=ret_n_values): borrowed; not %NULL for an
 *   empty list
 */
const gint64 *
koma_attrs_get_ints (const KomaAttrs *attrs,
                     const char      *name,
                     gsize           *ret_n_values)
{
  static const gint64 none = 0;
  const KomaAttr     *attr = get (attrs, name, KOMA_ATTR_INTS);

  if (attr == NULL)
    return NULL;
  *ret_n_values = attr->n_ints;
  return attr->ints != NULL ? attr->ints : &none;
}

static void
append_attr (const KomaAttr *attr,
             GByteArray     *key)
{
  const guint8 type = attr->type;

  g_assert (attr->type != KOMA_ATTR_OBJECT);
  g_byte_array_append (key, &type, sizeof type);
  g_byte_array_append (key, (const guint8 *) &attr->number, sizeof attr->number);
  g_byte_array_append (key, (const guint8 *) &attr->real, sizeof attr->real);
  g_byte_array_append (key, (const guint8 *) &attr->n_ints, sizeof attr->n_ints);
  g_byte_array_append (key, (const guint8 *) attr->ints, attr->n_ints * sizeof (gint64));
  if (attr->string != NULL)
    g_byte_array_append (key, (const guint8 *) attr->string, strlen (attr->string) + 1);
}

/**
 * koma_attrs_append_key:
 * @key: bytes are added to it
 *
 * Writes down all attributes, in the order of their names: the same bytes for the same attributes.
 * There must be no objects among them.
 */
void
koma_attrs_append_key (const KomaAttrs *attrs,
                       GByteArray      *key)
{
  g_autoptr (GList) names =
    g_list_sort (g_hash_table_get_keys (attrs->by_name), (GCompareFunc) strcmp);
  const guint32 n_names = g_hash_table_size (attrs->by_name);

  g_byte_array_append (key, (const guint8 *) &n_names, sizeof n_names);
  for (const GList *link = names; link != NULL; link = link->next) {
    g_byte_array_append (key, link->data, strlen (link->data) + 1);
    append_attr (g_hash_table_lookup (attrs->by_name, link->data), key);
  }
}

/**
 * koma_attrs_get_object:
 *
 * Returns: (transfer none) (nullable): the attribute; %NULL if it is missing or no object
 */
gconstpointer
koma_attrs_get_object (const KomaAttrs *attrs,
                       const char      *name)
{
  const KomaAttr *attr = get (attrs, name, KOMA_ATTR_OBJECT);

  return attr != NULL ? attr->object : NULL;
}
