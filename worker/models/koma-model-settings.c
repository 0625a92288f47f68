/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-settings.h"

#include <gio/gio.h>

#include "engine/koma-app.h"
#include "worker/koma-kept-file.h"

/* More models than anybody chooses something for; the oldest go first. */
#define MAX_MODELS 1000

#define KEY_FOUND_RANGE "found-range"
#define KEY_N_PICTURES  "found-with"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "model-settings.ini", NULL);
}

/* The file may have been edited by hand: a word that is none must not keep the model shut. Whether
 * it is for this model is found out when that is loaded. */
static gboolean
is_word (KomaRecipePart part,
         const char    *word) /* (nullable) */
{
  KomaRecipe recipe = { 0 };

  return word != NULL && koma_recipe_set_part (&recipe, part, word, KOMA_SOURCE_OPTION, NULL);
}

/* Labels are kept as an address, since a path may have any bytes. */
static char *
find_part (GKeyFile      *file,
           const char    *model_hash,
           KomaRecipePart part)
{
  g_autofree char *text =
    g_key_file_get_string (file, model_hash, koma_recipe_part_get_name (part), NULL);

  if (part == KOMA_PART_LABELS && text != NULL)
    return g_filename_from_uri (text, NULL, NULL);
  return is_word (part, text) ? g_steal_pointer (&text) : NULL;
}

static void
find_found (GKeyFile          *file,
            const char        *model_hash,
            KomaModelSettings *settings)
{
  g_autofree char *text = g_key_file_get_string (file, model_hash, KEY_FOUND_RANGE, NULL);
  const int        n = g_key_file_get_integer (file, model_hash, KEY_N_PICTURES, NULL);

  if (!is_word (KOMA_PART_RANGE, text) || n <= 0)
    return;
  settings->found_range = g_steal_pointer (&text);
  settings->n_pictures = (guint) n;
}

static void
keep_part (GKeyFile      *file,
           const char    *model_hash,
           KomaRecipePart part,
           const char    *word)
{
  g_autoptr (GFile) labels = part == KOMA_PART_LABELS ? g_file_new_for_path (word) : NULL;
  g_autofree char *uri = labels != NULL ? g_file_get_uri (labels) : NULL;

  g_key_file_set_string (file, model_hash, koma_recipe_part_get_name (part),
                         uri != NULL ? uri : word);
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

  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    settings->parts[part] = find_part (file, model_hash, part);
  find_found (file, model_hash, settings);
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
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (settings->parts[part] != NULL)
      keep_part (file, model_hash, part, settings->parts[part]);
  if (settings->found_range != NULL) {
    g_key_file_set_string (file, model_hash, KEY_FOUND_RANGE, settings->found_range);
    g_key_file_set_integer (file, model_hash, KEY_N_PICTURES, (int) settings->n_pictures);
  }
  if (g_key_file_has_group (file, model_hash))
    koma_kept_file_touch (file, model_hash);
  return koma_kept_file_write (file, path, MAX_MODELS, error);
}

/**
 * koma_model_settings_keep_found:
 * @range: that @n_pictures pictures were found to fit best
 *
 * Keeps it beside what was chosen. Errors: #GFileError.
 */
gboolean
koma_model_settings_keep_found (const char *model_hash,
                                const char *range,
                                guint       n_pictures,
                                GError    **error)
{
  g_autoptr (KomaModelSettings) settings = koma_model_settings_find (model_hash);

  g_free (settings->found_range);
  settings->found_range = g_strdup (range);
  settings->n_pictures = n_pictures;
  return koma_model_settings_keep (model_hash, settings, error);
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

  if (settings->parts[KOMA_PART_RANGE] == NULL) {
    settings->parts[KOMA_PART_RANGE] = g_strdup (accepted->range);
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
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_free (settings->parts[i]);
  g_free (settings->found_range);
  g_free (settings);
}
