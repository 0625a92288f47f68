/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The attributes of a node as its file gives them, under TensorFlow's names
 * ("strides", "padding", …). Only an op's `infer` reads them; what it makes
 * of them is #KomaOpParams. An attribute of another type than the one asked
 * for counts as missing. */
typedef struct _KomaAttrs KomaAttrs;
typedef gpointer (*KomaAttrsCopy) (gconstpointer object);

KomaAttrs *koma_attrs_new (void);
KomaAttrs *koma_attrs_new_int (const char *name, gint64 value);
KomaAttrs *koma_attrs_new_float (const char *name, double value);
KomaAttrs *koma_attrs_copy (const KomaAttrs *attrs);
void       koma_attrs_free (KomaAttrs *attrs);

void koma_attrs_set_int (KomaAttrs *attrs, const char *name, gint64 value);
void koma_attrs_set_float (KomaAttrs *attrs, const char *name, double value);
void koma_attrs_set_string (KomaAttrs *attrs, const char *name, const char *value);
void koma_attrs_set_ints (KomaAttrs *attrs, const char *name, const gint64 *values, gsize n_values);
/* Anything else, such as a graph: @copy is called when the attributes are copied. */
void koma_attrs_set_object (KomaAttrs     *attrs,
                            const char    *name,
                            gpointer       object, /* (transfer full) */
                            KomaAttrsCopy  copy,
                            GDestroyNotify free);

gboolean koma_attrs_has (const KomaAttrs *attrs, const char *name);
/* Booleans too. */
gint64      koma_attrs_get_int (const KomaAttrs *attrs, const char *name, gint64 fallback);
double      koma_attrs_get_float (const KomaAttrs *attrs, const char *name, double fallback);
const char *koma_attrs_get_string (const KomaAttrs *attrs, const char *name, const char *fallback);
/* NULL when missing */
const gint64 *koma_attrs_get_ints (const KomaAttrs *attrs, const char *name, gsize *ret_n_values);
gconstpointer koma_attrs_get_object (const KomaAttrs *attrs, const char *name); /* (nullable) */

void koma_attrs_append_key (const KomaAttrs *attrs, GByteArray *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAttrs, koma_attrs_free)

G_END_DECLS
