/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-known-models.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "worker/koma-kept-file.h"

/* More than a list of models ever has; the oldest go first. */
#define MAX_MODELS 1000
/* How far the time when one was last used may lag behind. */
#define FRESH_SECONDS 60

static char *
get_file (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "known-models.ini", NULL);
}

static char *
make_group (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return g_file_get_uri (file);
}

void
koma_known_model_clear (KomaKnownModel *model)
{
  g_clear_pointer (&model->name, g_free);
  g_clear_pointer (&model->format, g_free);
  g_clear_pointer (&model->hash, g_free);
}

static guint64
get_size (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (guint64) info.st_size : 0;
}

/* Weights of TensorFlow.js, of ONNX and of a checkpoint lie in files of their own. */
static guint64
measure_files (const char *path)
{
  guint64          total = get_size (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir =
    g_str_has_suffix (path, ".tflite") ? NULL : g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *file = g_build_filename (folder, name, NULL);

    if (strstr (name, "-shard") != NULL || strstr (name, ".data-0") != NULL ||
        g_str_has_suffix (name, ".bin"))
      total += get_size (file);
  }
  return total;
}

static guint
count_classes (const KomaModel *model)
{
  const KomaLabels *labels = koma_model_get_labels (model);
  const KomaGraph  *graph = koma_model_get_graph (model);
  const guint       output = koma_model_get_output (model);
  const KomaValue  *value = NULL;

  if (koma_model_get_recipe (model, NULL) == NULL)
    return 0;
  if (labels != NULL)
    return koma_labels_count_classes (labels);
  value = koma_graph_get_value (graph, koma_graph_get_output (graph, output));
  if (value->shape.rank == 0 || value->shape.rank > KOMA_MAX_RANK)
    return 0;
  return (guint) MAX (value->shape.dims[value->shape.rank - 1], 0);
}

/**
 * koma_known_model_learn:
 * @ret_model: (out): what is worth knowing of @model
 */
void
koma_known_model_learn (const KomaModel *model,
                        KomaKnownModel  *ret_model)
{
  *ret_model = (KomaKnownModel){
    .name = g_strdup (koma_model_get_name (model)),
    .format = g_strdup (koma_model_get_format (model)),
    .hash = g_strdup (koma_word_classes_get_file_hash (model)),
    .is_classifier = koma_model_get_recipe (model, NULL) != NULL,
    .purpose = koma_model_get_purpose (model),
    .n_classes = count_classes (model),
    .size_bytes = measure_files (koma_model_get_path (model)),
  };
}

static gboolean
is_newest (GKeyFile *file,
           gint64    time)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_key_file_get_int64 (file, groups[i], KOMA_KEPT_TIME, NULL) > time)
      return FALSE;
  return TRUE;
}

/* All of that a moment ago, and no other since: a script opens one again and again. */
static gboolean
is_kept (GKeyFile             *file,
         const char           *path,
         const KomaKnownModel *known)
{
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  g_auto (KomaKnownModel) kept = { 0 };

  return koma_known_models_get (file, path, &kept) &&
         g_strcmp0 (kept.name, known->name) == 0 &&
         g_strcmp0 (kept.format, known->format) == 0 && g_strcmp0 (kept.hash, known->hash) == 0 &&
         kept.is_classifier == known->is_classifier && kept.n_classes == known->n_classes &&
         kept.purpose == known->purpose &&
         kept.size_bytes == known->size_bytes && kept.last_used <= now &&
         now - kept.last_used < FRESH_SECONDS && is_newest (file, kept.last_used);
}

/**
 * koma_known_models_keep:
 * @model: that is being opened
 *
 * What is kept already is not written once more: that waits for the disk, at each start.
 *
 * Two programs that keep one at the same moment lose one of the two, never the file; nor is
 * anything lost that the next opening would not learn again.
 */
void
koma_known_models_keep (const KomaModel *model)
{
  g_autofree char *path = get_file ();
  g_autofree char *group = make_group (koma_model_get_path (model));
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  g_auto (KomaKnownModel) known = { 0 };
  g_autoptr (GError) error = NULL;

  koma_known_model_learn (model, &known);
  if (is_kept (file, koma_model_get_path (model), &known))
    return;
  g_key_file_set_string (file, group, "name", known.name);
  g_key_file_set_string (file, group, "format", known.format);
  g_key_file_set_string (file, group, "hash", known.hash);
  g_key_file_set_boolean (file, group, "classifier", known.is_classifier);
  g_key_file_set_string (file, group, "purpose", koma_purpose_get_name (known.purpose));
  g_key_file_set_integer (file, group, "classes", (int) known.n_classes);
  g_key_file_set_uint64 (file, group, "bytes", known.size_bytes);
  koma_kept_file_touch (file, group);
  if (!koma_kept_file_write (file, path, MAX_MODELS, &error))
    g_debug ("%s", error->message);
}

GKeyFile *
koma_known_models_read (void)
{
  g_autofree char *path = get_file ();

  return koma_kept_file_read (path);
}

/**
 * koma_known_models_get:
 * @file: from koma_known_models_read()
 * @path: of a model's file
 * @ret_model: (out): what is known
 *
 * Returns: whether it was opened before
 */
gboolean
koma_known_models_get (GKeyFile       *file,
                       const char     *path,
                       KomaKnownModel *ret_model)
{
  g_autofree char *group = make_group (path);
  g_autofree char *purpose = NULL;

  if (!g_key_file_has_group (file, group))
    return FALSE;
  purpose = g_key_file_get_string (file, group, "purpose", NULL);
  *ret_model = (KomaKnownModel){
    .name = g_key_file_get_string (file, group, "name", NULL),
    .format = g_key_file_get_string (file, group, "format", NULL),
    .hash = g_key_file_get_string (file, group, "hash", NULL),
    .is_classifier = g_key_file_get_boolean (file, group, "classifier", NULL),
    .purpose = koma_purpose_from_name (purpose),
    .n_classes = (guint) MAX (g_key_file_get_integer (file, group, "classes", NULL), 0),
    .size_bytes = g_key_file_get_uint64 (file, group, "bytes", NULL),
    .last_used = g_key_file_get_int64 (file, group, KOMA_KEPT_TIME, NULL),
  };
  return TRUE;
}
