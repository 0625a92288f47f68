/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-info-private.h"

struct _KomaModelInfo
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  char               *path;
  char               *name;
  char               *format;
  char               *hash;
  char               *recipe;
  const char         *backend;       /* static: of the backend's class */
  const char         *backend_title; /* static */
  char               *device;        /* (nullable) */
  guint               n_classes;
  KomaPrecision       precision;
  guint               n_threads;
  char              **warnings; /* NULL-terminated */
  KomaAutotuneReport *autotune; /* (nullable) */
  KomaModelInfo      *before;   /* (nullable) */
};

static char **
join_lists (const char *const *first,
            const char *const *second)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (first != NULL)
    g_strv_builder_addv (builder, (const char **) first);
  if (second != NULL)
    g_strv_builder_addv (builder, (const char **) second);
  return g_strv_builder_end (builder);
}

static char *
describe_recipe (const KomaRecipe *recipe,
                 const char       *half_turn) /* (nullable) */
{
  g_autofree char *words = koma_recipe_to_string (recipe);

  return half_turn != NULL ? g_strdup_printf ("%s; %s", words, half_turn)
                           : g_steal_pointer (&words);
}

/*< private >
 * koma_model_info_new:
 * @parts: what is known
 *
 * Returns: (transfer full): what may be known of the model outside the thread
 *   that owns the session
 */
KomaModelInfo *
koma_model_info_new (const KomaModelInfoParts *parts)
{
  const KomaModel        *model = parts->model;
  KomaModelInfo          *info = g_new0 (KomaModelInfo, 1);
  const KomaRecipe       *recipe = koma_model_get_recipe (model, NULL);
  const KomaBackendClass *backend = koma_session_get_backend (parts->session);

  g_atomic_ref_count_init (&info->ref_count);
  info->path = g_strdup (koma_model_get_path (model));
  info->name = g_strdup (koma_model_get_name (model));
  info->format = g_strdup (koma_model_get_format (model));
  info->hash = g_strdup (koma_model_get_hash (model));
  info->recipe = recipe != NULL ? describe_recipe (recipe, parts->half_turn) : NULL;
  info->backend = backend->name;
  info->backend_title = backend->title;
  (void) backend->probe (&info->device, NULL); /* has been asked before: kept */
  info->n_classes = parts->n_classes;
  info->precision = koma_session_get_precision (parts->session);
  info->n_threads = koma_session_get_n_threads (parts->session);
  info->warnings = join_lists (koma_model_get_warnings (model), parts->warnings);
  info->autotune = parts->autotune != NULL ? koma_autotune_report_ref (parts->autotune) : NULL;
  info->before = parts->before != NULL ? koma_model_info_ref (parts->before) : NULL;
  return info;
}

/**
 * koma_model_info_ref:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: (transfer full): @info
 */
KomaModelInfo *
koma_model_info_ref (KomaModelInfo *info)
{
  g_return_val_if_fail (info != NULL, NULL);

  g_atomic_ref_count_inc (&info->ref_count);
  return info;
}

/**
 * koma_model_info_unref:
 * @info: (nullable) (transfer full): a description of a model
 *
 * Thread: any.
 */
void
koma_model_info_unref (KomaModelInfo *info)
{
  if (info == NULL || !g_atomic_ref_count_dec (&info->ref_count))
    return;

  g_free (info->path);
  g_free (info->name);
  g_free (info->format);
  g_free (info->hash);
  g_free (info->recipe);
  g_free (info->device);
  g_strfreev (info->warnings);
  koma_autotune_report_unref (info->autotune);
  koma_model_info_unref (info->before);
  g_free (info);
}

/**
 * koma_model_info_get_path:
 * @info: a description of a model
 *
 * Returns: the path of the model's file
 */
const char *
koma_model_info_get_path (const KomaModelInfo *info)
{
  return info->path;
}

/**
 * koma_model_info_get_name:
 * @info: a description of a model
 *
 * Returns: the model's name, for people
 */
const char *
koma_model_info_get_name (const KomaModelInfo *info)
{
  return info->name;
}

/**
 * koma_model_info_get_format:
 * @info: a description of a model
 *
 * Returns: the format of the file, for people: "TensorFlow.js graph model"
 */
const char *
koma_model_info_get_format (const KomaModelInfo *info)
{
  return info->format;
}

/**
 * koma_model_info_get_hash:
 * @info: a description of a model
 *
 * Returns: (transfer none): hash over topology and weights, 32 hexadecimal digits
 */
const char *
koma_model_info_get_hash (const KomaModelInfo *info)
{
  return info->hash;
}

/**
 * koma_model_info_get_backend:
 * @info: a description of a model
 *
 * Returns: what options call the backend that computes: "xnnpack"
 */
const char *
koma_model_info_get_backend (const KomaModelInfo *info)
{
  return info->backend;
}

/**
 * koma_model_info_get_backend_title:
 * @info: a description of a model
 *
 * Returns: what people read for it: "XNNPACK"
 */
const char *
koma_model_info_get_backend_title (const KomaModelInfo *info)
{
  return info->backend_title;
}

/**
 * koma_model_info_get_device:
 * @info: a description of a model
 *
 * Returns: (nullable): what the backend computes on: a processor, a graphics card
 */
const char *
koma_model_info_get_device (const KomaModelInfo *info)
{
  return info->device;
}

/**
 * koma_model_info_get_recipe:
 * @info: a description of a model
 *
 * Returns: in English words, how a picture becomes the model's input
 */
const char *
koma_model_info_get_recipe (const KomaModelInfo *info)
{
  return info->recipe;
}

/**
 * koma_model_info_get_n_classes:
 * @info: a description of a model
 *
 * Returns: how many classes it tells apart
 */
guint
koma_model_info_get_n_classes (const KomaModelInfo *info)
{
  return info->n_classes;
}

/**
 * koma_model_info_get_n_threads:
 * @info: a description of a model
 *
 * Returns: threads that compute a single picture; bulk work may use fewer or
 *   more, as koma_bulk_threads() shares them between decoding and inference
 */
guint
koma_model_info_get_n_threads (const KomaModelInfo *info)
{
  return info->n_threads;
}

/**
 * koma_model_info_get_precision:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: what tensors are stored as: %KOMA_PRECISION_FLOAT32 or
 *   %KOMA_PRECISION_FLOAT16
 */
KomaPrecision
koma_model_info_get_precision (const KomaModelInfo *info)
{
  return info->precision;
}

/**
 * koma_model_info_get_warnings:
 * @info: a description of a model
 *
 * Returns: (array zero-terminated=1): what is odd about the model, and which
 *   backends were tried in vain; empty when all is well
 */
const char *const *
koma_model_info_get_warnings (const KomaModelInfo *info)
{
  return (const char *const *) info->warnings;
}

/**
 * koma_model_info_get_trials:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): how the backends did that automatic
 *   choice tried; %NULL before it has, and where the backend was named
 */
const KomaAutotuneReport *
koma_model_info_get_trials (const KomaModelInfo *info)
{
  return info->autotune;
}

/**
 * koma_model_info_get_before:
 * @info: a description of a model
 *
 * A backend that fails while it runs, a graphics card that was lost above all,
 * is replaced by another in the middle of the work, and so is one that
 * automatic choice finds a better one for; this is how it is told. Of a
 * failure, koma_model_info_has_failed_over(), the last of
 * koma_model_info_get_warnings() is the reason.
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): the same model as it computed before;
 *   %NULL for the one that was loaded
 */
KomaModelInfo *
koma_model_info_get_before (const KomaModelInfo *info)
{
  return info->before;
}

/**
 * koma_model_info_has_failed_over:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: whether the backend before failed
 */
gboolean
koma_model_info_has_failed_over (const KomaModelInfo *info)
{
  return info->before != NULL && info->before->autotune == info->autotune;
}

/**
 * koma_model_info_comes_from:
 * @info: a description of a model
 * @loaded: another
 *
 * Returns: whether @info took the place of @loaded, after one backend failed or
 *   several
 */
gboolean
koma_model_info_comes_from (const KomaModelInfo *info,
                            const KomaModelInfo *loaded)
{
  const KomaModelInfo *before = info->before;

  while (before != NULL && before != loaded)
    before = before->before;
  return before != NULL;
}
