/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-settings.h"

#include <gio/gio.h>

#include "engine/model/recipe.h"
#include "worker/koma-kept-file.h"

/* More models than anybody chooses something for; the oldest go first. */
#define MAX_MODELS 1000
#define KEY_LABELS "labels"
#define KEY_RANGE  "range"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "model-settings.ini", NULL);
}

/* The file may have been edited by hand: a range that is none must not keep the model shut. */
static gboolean
is_range (const char *range) /* (nullable) */
{
  KomaRecipe recipe = { 0 };

  return range != NULL && koma_recipe_set_range (&recipe, range, NULL);
}

/**
 * koma_model_settings_find:
 * @model_hash: of the content of a model
 *
 * Returns: (transfer full): what was chosen for it; all %NULL where nothing was
 */
KomaModelSettings *
koma_model_settings_find (const char *model_hash)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  KomaModelSettings *settings = g_new0 (KomaModelSettings, 1);
  g_autofree char   *uri = g_key_file_get_string (file, model_hash, KEY_LABELS, NULL);

  if (uri != NULL)
    settings->labels_path = g_filename_from_uri (uri, NULL, NULL);
  settings->range = g_key_file_get_string (file, model_hash, KEY_RANGE, NULL);
  if (!is_range (settings->range))
    g_clear_pointer (&settings->range, g_free);
  return settings;
}

/**
 * koma_model_settings_keep:
 * @model_hash: of the content of a model
 * @settings: all that is chosen for it
 *
 * Replaces what is kept of the model. If two programs keep settings at the same
 * moment, one of the two is lost, never the file.
 *
 * Errors: #GFileError.
 */
gboolean
koma_model_settings_keep (const char              *model_hash,
                          const KomaModelSettings *settings,
                          GError                 **error)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);

  g_key_file_remove_group (file, model_hash, NULL);
  if (settings->labels_path != NULL) {
    g_autoptr (GFile) labels = g_file_new_for_path (settings->labels_path);
    g_autofree char *uri = g_file_get_uri (labels);

    g_key_file_set_string (file, model_hash, KEY_LABELS, uri);
  }
  if (settings->range != NULL)
    g_key_file_set_string (file, model_hash, KEY_RANGE, settings->range);
  if (g_key_file_has_group (file, model_hash))
    koma_kept_file_touch (file, model_hash);
  return koma_kept_file_write (file, path, MAX_MODELS, error);
}

typedef struct
{
  char *hash;
  char *range;
} Accepted;

static void
accepted_free (gpointer data)
{
  Accepted *accepted = data;

  g_free (accepted->hash);
  g_free (accepted->range);
  g_free (accepted);
}

static void
accept_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  const Accepted *accepted = task_data;
  g_autoptr (KomaModelSettings) settings = koma_model_settings_find (accepted->hash);
  g_autoptr (GError) error = NULL;

  if (settings->range == NULL) {
    settings->range = g_strdup (accepted->range);
    if (!koma_model_settings_keep (accepted->hash, settings, &error))
      g_debug ("%s", error->message);
  }
  g_task_return_boolean (task, TRUE);
}

/**
 * koma_model_settings_accept_range:
 * @model_hash: of the content of a model
 * @range: that was guessed for it
 *
 * Makes it the user's choice, where none was made. Written beside the main loop.
 *
 * Thread: any.
 */
void
koma_model_settings_accept_range (const char *model_hash,
                                  const char *range)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  Accepted *accepted = g_new (Accepted, 1);

  accepted->hash = g_strdup (model_hash);
  accepted->range = g_strdup (range);
  g_task_set_source_tag (task, koma_model_settings_accept_range);
  g_task_set_name (task, "[koma] accept range");
  g_task_set_task_data (task, accepted, accepted_free);
  g_task_run_in_thread (task, accept_thread);
}

void
koma_model_settings_free (KomaModelSettings *settings)
{
  if (settings == NULL)
    return;
  g_free (settings->labels_path);
  g_free (settings->range);
  g_free (settings);
}
