/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-overrides.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/koma-error.h"
#include "engine/koma-limits.h"
#include "labels-find.h"
#include "localized.h"

/* A word for each value of an enum. */
typedef struct
{
  const char *word;
  int         value;
} Word;

static const Word channel_words[] = { { "rgb", KOMA_CHANNELS_RGB },
                                      { "bgr", KOMA_CHANNELS_BGR },
                                      { "grey", KOMA_CHANNELS_GREY },
                                      { NULL } };
static const Word fit_words[] = { { "crop", KOMA_FIT_CROP },
                                  { "stretch", KOMA_FIT_STRETCH },
                                  { NULL } };
static const Word resize_words[] = { { "bilinear", KOMA_RESIZE_BILINEAR },
                                     { "nearest", KOMA_RESIZE_NEAREST },
                                     { NULL } };
static const Word score_words[] = { { "probabilities", KOMA_SCORES_PROBABILITIES },
                                    { "logits", KOMA_SCORES_LOGITS },
                                    { "log", KOMA_SCORES_LOG },
                                    { NULL } };

static gboolean
find_word (const Word *words,
           const char *what,
           const char *word, /* (nullable) */
           int        *ret_value,
           GError    **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  if (word == NULL)
    return TRUE;
  for (const Word *w = words; w->word != NULL; w++) {
    if (g_str_equal (w->word, word)) {
      *ret_value = w->value;
      return TRUE;
    }
    g_string_append_printf (all, "%s“%s”", all->len > 0 ? ", " : "", w->word);
  }
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s “%s” is none of %s", what, word, all->str);
  return FALSE;
}

/* One number for all channels, or one for each. */
static gboolean
read_channels (JsonNode *node,   /* (nullable) */
               double   *values, /* [3] */
               GError  **error)
{
  JsonArray *array = koma_json_node_array (node);
  double     number = 0;

  if (node == NULL)
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    guint     index = MIN (i, MAX (koma_json_array_length (array), 1) - 1);
    JsonNode *element = array != NULL ? koma_json_element (array, index) : node;

    if (!koma_json_node_double (element, &number)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "“scale” or “offset” is no number, or three");
      return FALSE;
    }
    values[i] = number;
  }
  return TRUE;
}

static gboolean
read_sure_from (JsonNode           *node, /* (nullable) */
                KomaModelOverrides *overrides,
                GError            **error)
{
  double *value = &overrides->sure_from;

  overrides->has_sure_from = node != NULL;
  if (node == NULL || (koma_json_node_double (node, value) && *value >= 0 && *value <= 1))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "“sureFrom” is no number from 0 to 1");
  return FALSE;
}

static gboolean
read_labels (const char         *folder,
             JsonObject         *object,
             const char         *text,
             gsize               length,
             KomaModelOverrides *overrides,
             GError            **error)
{
  const char *name = koma_json_get_string (object, "labels");
  JsonArray  *list = koma_json_get_array (object, "labels");

  if (name != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (!koma_file_is_inside (name)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "“labels”: expected the path of a file in the model's folder, found “%s”", name);
      return FALSE;
    }
    overrides->labels = koma_labels_new_from_file (path, error);
    return overrides->labels != NULL;
  }
  if (list == NULL)
    return TRUE;
  if (koma_json_array_length (list) == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "“labels” is empty");
    return FALSE;
  }
  overrides->labels = koma_labels_new_from_json (text, length, KOMA_MODEL_OVERRIDES_FILE, error);
  return overrides->labels != NULL;
}

static gboolean
read_object (const char         *folder,
             const char         *text,
             gsize               length,
             KomaModelOverrides *overrides,
             GError            **error)
{
  g_autoptr (JsonNode) root = koma_json_parse (text, length, KOMA_MODEL_OVERRIDES_FILE, error);
  JsonObject *object = koma_json_node_object (root);

  if (root == NULL)
    return FALSE;
  if (object == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "expected an object");
    return FALSE;
  }
  overrides->name = g_strdup (koma_localized_get (koma_json_get (object, "name")));
  overrides->output = g_strdup (koma_json_get_string (object, "output"));
  overrides->range = g_strdup (koma_json_get_string (object, "range"));
  overrides->channels = g_strdup (koma_json_get_string (object, "channels"));
  overrides->fit = g_strdup (koma_json_get_string (object, "fit"));
  overrides->resize = g_strdup (koma_json_get_string (object, "resize"));
  overrides->scores = g_strdup (koma_json_get_string (object, "scores"));
  overrides->has_scale = koma_json_get (object, "scale") != NULL;
  if (koma_json_get (object, "halfTurn") != NULL)
    overrides->half_turn = json_node_copy (koma_json_get (object, "halfTurn"));
  return read_channels (koma_json_get (object, "scale"), overrides->scale, error) &&
         read_channels (koma_json_get (object, "offset"), overrides->offset, error) &&
         read_sure_from (koma_json_get (object, "sureFrom"), overrides, error) &&
         read_labels (folder, object, text, length, overrides, error);
}

/**
 * koma_model_overrides_read:
 * @folder: that holds the model
 * @ret_overrides: (out): all empty where there is no koma.json
 *
 * Errors: %KOMA_ERROR_MODEL and those of reading files, naming koma.json.
 * Thread: any.
 */
gboolean
koma_model_overrides_read (const char         *folder,
                           KomaModelOverrides *ret_overrides,
                           GError            **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_MODEL_OVERRIDES_FILE, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_auto (KomaModelOverrides) overrides = { 0 };

  if (g_file_test (path, G_FILE_TEST_EXISTS)) {
    if (!koma_file_read (path, KOMA_MAX_SIDE_BYTES, &text, &length, error))
      return FALSE;
    if (!read_object (folder, text, length, &overrides, error)) {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  }
  *ret_overrides = overrides;
  memset (&overrides, 0, sizeof overrides);
  return TRUE;
}

/**
 * koma_model_overrides_clear:
 *
 * Frees what it holds; it may be all zeros.
 */
void
koma_model_overrides_clear (KomaModelOverrides *overrides)
{
  g_clear_pointer (&overrides->name, g_free);
  g_clear_pointer (&overrides->labels, koma_labels_unref);
  g_clear_pointer (&overrides->output, g_free);
  g_clear_pointer (&overrides->range, g_free);
  g_clear_pointer (&overrides->channels, g_free);
  g_clear_pointer (&overrides->fit, g_free);
  g_clear_pointer (&overrides->resize, g_free);
  g_clear_pointer (&overrides->scores, g_free);
  g_clear_pointer (&overrides->half_turn, json_node_unref);
}

/**
 * koma_model_overrides_apply:
 * @recipe: changed where the overrides say something, except by the output's
 *   name and the labels, which are no part of a recipe
 *
 * Errors: %KOMA_ERROR_MODEL and those of koma_recipe_set_range(). @recipe may
 * have been changed in part then.
 */
gboolean
koma_model_overrides_apply (const KomaModelOverrides *overrides,
                            KomaRecipe               *recipe,
                            GError                  **error)
{
  int channels = recipe->channels;
  int fit = recipe->fit;
  int resize = recipe->resize;
  int scores = recipe->scores;

  if (!find_word (channel_words, "channels", overrides->channels, &channels, error) ||
      !find_word (fit_words, "fit", overrides->fit, &fit, error) ||
      !find_word (resize_words, "resize", overrides->resize, &resize, error) ||
      !find_word (score_words, "scores", overrides->scores, &scores, error) ||
      (overrides->range != NULL && !koma_recipe_set_range (recipe, overrides->range, error)))
    return FALSE;
  if ((channels == KOMA_CHANNELS_GREY) != (recipe->channels == KOMA_CHANNELS_GREY)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "channels “%s” for a model that takes %u",
                 overrides->channels, koma_recipe_get_n_channels (recipe));
    return FALSE;
  }
  if (overrides->channels != NULL)
    recipe->channels = channels;
  recipe->fit = fit;
  recipe->resize = resize;
  recipe->scores = scores;
  for (guint c = 0; overrides->has_scale && c < 3; c++) {
    recipe->scale[c] = overrides->scale[c];
    recipe->offset[c] = overrides->offset[c];
  }
  return TRUE;
}
