/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-computed-by.h"

static gboolean
is_so (const KomaModelInfo  *info,
       const KomaComputedBy *by)
{
  return g_strcmp0 (info->backend, by->backend) == 0 &&
         g_str_equal (info->device != NULL ? info->device : "", by->device) &&
         info->precision == by->precision && g_str_equal (by->version, KOMA_VERSION);
}

/* The names of backends outlive all descriptions; there are few. */
static void
set_backend (KomaModelInfo *info,
             const char    *name)
{
  const KomaBackendClass *backend = koma_backends_find (name, NULL);

  info->backend = backend != NULL ? backend->name : g_intern_string (name);
  info->backend_title = backend != NULL ? backend->title : info->backend;
}

KomaModelInfo *
koma_model_info_new_computed_by (KomaModelInfo        *info,
                                 const KomaComputedBy *by)
{
  KomaModelInfo *other = NULL;

  if (is_so (info, by))
    return koma_model_info_ref (info);
  other = g_new0 (KomaModelInfo, 1);
  g_atomic_ref_count_init (&other->ref_count);
  other->path = g_strdup (info->path);
  other->name = g_strdup (info->name);
  other->format = g_strdup (info->format);
  other->hash = g_strdup (info->hash);
  other->recipe = g_strdup (info->recipe);
  other->range = g_strdup (info->range);
  other->values = info->values;
  other->is_size_open = info->is_size_open;
  other->labels = koma_labels_ref (info->labels);
  other->labels_path = g_strdup (info->labels_path);
  other->classes = g_strdup (info->classes);
  other->prompts = g_strdup (info->prompts);
  other->space = g_strdup (info->space);
  set_backend (other, by->backend);
  other->device = by->device[0] != '\0' ? g_strdup (by->device) : NULL;
  other->n_classes = info->n_classes;
  other->n_kinds = info->n_kinds;
  other->is_integer = info->is_integer;
  other->precision = by->precision;
  other->version = g_str_equal (by->version, KOMA_VERSION) ? NULL : g_strdup (by->version);
  return other;
}
