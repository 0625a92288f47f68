/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-model.h"

/**
 * koma_worker_model_copy:
 *
 * Returns: (transfer full): a copy with strings of its own, for koma_worker_model_clear(). Thread:
 *   any.
 */
KomaWorkerModel
koma_worker_model_copy (const KomaWorkerModel *model)
{
  KomaWorkerModel copy = *model;

  copy.path = g_strdup (model->path);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    copy.parts[i] = g_strdup (model->parts[i]);
  copy.output = g_strdup (model->output);
  copy.backend = g_strdup (model->backend);
  copy.class_language = g_strdup (model->class_language);
  copy.found_range = g_strdup (model->found_range);
  return copy;
}

void
koma_worker_model_clear (KomaWorkerModel *copy)
{
  g_clear_pointer ((char **) &copy->path, g_free);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_clear_pointer ((char **) &copy->parts[i], g_free);
  g_clear_pointer ((char **) &copy->output, g_free);
  g_clear_pointer ((char **) &copy->backend, g_free);
  g_clear_pointer ((char **) &copy->class_language, g_free);
  g_clear_pointer ((char **) &copy->found_range, g_free);
}
