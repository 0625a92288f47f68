/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file may hold the weights alone, or what a training needs to go on: then they are one of
 * several things under a name that its authors chose. */

#include "state-dict.h"

#include <string.h>

#include "advice.h"
#include "engine/koma/koma-error.h"

/* Dicts within dicts. */
#define MAX_DEPTH 3

/* The first of these that is there holds the weights. */
static const char *const usual_keys[] = {
  "state_dict",
  "model_state_dict",
  "model",
  "model_state",
  "module",
  "net",
  "network",
  "weights",
  "params",
  "model_ema",
  "state_dict_ema",
  "ema_state_dict",
  "params_ema",
  "ema",
};

/* What DataParallel, a LightningModule and torch.compile () put before each name. */
static const char *const prefixes[] = { "module.", "model.", "_orig_mod." };

static guint
count_tensors (const KomaPickleValue *value)
{
  guint n = 0;

  if (value->kind != KOMA_PICKLE_DICT)
    return 0;
  for (guint i = 0; i + 1 < koma_pickle_count (value); i += 2)
    n += koma_pickle_item (value, i)->kind == KOMA_PICKLE_TEXT &&
         koma_pickle_item (value, i + 1)->kind == KOMA_PICKLE_TENSOR;
  return n;
}

/* (nullable) */
static const KomaPickleValue *
look (const KomaPickleValue *dict,
      const char            *key)
{
  for (guint i = 0; i + 1 < koma_pickle_count (dict); i += 2)
    if (koma_pickle_is_text (koma_pickle_item (dict, i), key))
      return koma_pickle_item (dict, i + 1);
  return NULL;
}

/* (nullable) A dict with tensors under a usual name, or under such names one within the other. */
static const KomaPickleValue *
find_usual (const KomaPickleValue *dict)
{
  for (guint depth = 0; depth < MAX_DEPTH && dict != NULL && dict->kind == KOMA_PICKLE_DICT;
       depth++) {
    const KomaPickleValue *next = NULL;

    for (guint i = 0; i < G_N_ELEMENTS (usual_keys); i++) {
      const KomaPickleValue *value = look (dict, usual_keys[i]);

      if (value == NULL || value->kind != KOMA_PICKLE_DICT)
        continue;
      if (count_tensors (value) > 0)
        return value;
      if (next == NULL)
        next = value;
    }
    dict = next;
  }
  return NULL;
}

/* (nullable) The member with the most tensors. */
static const KomaPickleValue *
find_largest (const KomaPickleValue *dict)
{
  const KomaPickleValue *largest = NULL;

  for (guint i = 1; i < koma_pickle_count (dict); i += 2) {
    const KomaPickleValue *value = koma_pickle_item (dict, i);

    if (count_tensors (value) > (largest != NULL ? count_tensors (largest) : 0))
      largest = value;
  }
  return largest;
}

/**
 * koma_state_dict_find:
 * @root: what a file holds
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where there are no weights.
 *
 * Returns: (transfer none) (nullable): the dict of the weights, or %NULL
 */
const KomaPickleValue *
koma_state_dict_find (const KomaPickleValue *root,
                      GError               **error)
{
  const KomaPickleValue *dict = find_usual (root);

  if (dict == NULL && count_tensors (root) > 0)
    dict = root;
  if (dict == NULL && root->kind == KOMA_PICKLE_DICT)
    dict = find_largest (root);
  if (dict == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "expected the weights of a model, a dict of names and tensors, found %s. %s",
                 root->kind == KOMA_PICKLE_TENSOR ? "one tensor" : "something else",
                 KOMA_TORCH_SAVE_ADVICE);
  return dict;
}

/* Nearly all of them: a loss or a metric beside the model may have weights, too. */
static gboolean
is_common (const GPtrArray *names,
           const char      *prefix)
{
  guint n = 0;
  guint n_with = 0;

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);

    if (name == NULL || strchr (name, '.') == NULL)
      continue;
    n++;
    n_with += g_str_has_prefix (name, prefix);
  }
  return n_with > 0 && n_with >= n - n / 8;
}

static void
cut (GPtrArray  *names,
     const char *prefix)
{
  for (guint i = 0; i < names->len; i++) {
    char *name = g_ptr_array_index (names, i);

    if (name != NULL && g_str_has_prefix (name, prefix))
      memmove (name, name + strlen (prefix), strlen (name + strlen (prefix)) + 1);
  }
}

/**
 * koma_state_dict_name:
 * @dict: of koma_state_dict_find()
 *
 * Thread: any.
 *
 * Returns: (transfer full) (element-type utf8): for each key the name of its tensor, %NULL where
 *   its value is none
 */
GPtrArray *
koma_state_dict_name (const KomaPickleValue *dict)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  gboolean   is_cut = TRUE;

  for (guint i = 0; i + 1 < koma_pickle_count (dict); i += 2)
    g_ptr_array_add (names, koma_pickle_item (dict, i + 1)->kind == KOMA_PICKLE_TENSOR
                              ? koma_pickle_dup_text (koma_pickle_item (dict, i))
                              : NULL);
  while (is_cut) {
    is_cut = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++) {
      if (!is_common (names, prefixes[i]))
        continue;
      cut (names, prefixes[i]);
      is_cut = TRUE;
    }
  }
  return names;
}
