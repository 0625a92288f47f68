/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-names.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

/* What a name may differ by to be meant: "unts" for "units". */
#define MAX_DISTANCE 3
#define MAX_LENGTH   32

/* Behind the names of those that a layer can not do without. */
#define NEEDED "*"

/* What several classes have. */
#define WEIGHT(name) #name "_initializer " #name "_regularizer " #name "_constraint "
#define CONV \
  "filters* kernel_size* strides padding data_format dilation_rate groups activation use_bias "
#define POOL "pool_size strides padding data_format "
#define CELL "units* activation use_bias dropout recurrent_dropout implementation seed "
#define RNN                                                                \
  "return_sequences return_state go_backwards stateful unroll time_major " \
  "zero_output_for_mask input_dim input_length "
#define RANDOM "fill_mode fill_value interpolation data_format seed "

/* Of all classes. */
static const char all[] =
  "activity_regularizer batch_input_shape batch_shape batch_size dtype dtype_policy input_dtype "
  "input_shape name supports_masking trainable weights";

static const struct
{
  const char *class_name;
  const char *names; /* with a space behind each */
} classes[] = {
#define KOMA_LAYER_NAMES(class_name, names) { class_name, names },
#include "layer-names.inc"
#undef KOMA_LAYER_NAMES
};

/* Levenshtein's: letters that are added, left out or others. */
static guint
measure_distance (const char *a,
                  const char *b)
{
  const gsize n = strlen (b);
  guint       row[MAX_LENGTH + 1] = { 0 };

  for (gsize i = 0; i <= n; i++)
    row[i] = i;
  for (gsize k = 0; a[k] != '\0'; k++) {
    guint diagonal = row[0];

    row[0] = k + 1;
    for (gsize i = 0; i < n; i++) {
      const guint changed = diagonal + (a[k] != b[i]);

      diagonal = row[i + 1];
      row[i + 1] = MIN (changed, MIN (row[i], diagonal) + 1);
    }
  }
  return row[n];
}

static const char *
find_nearest (const char        *name,
              const char *const *names)
{
  const char *nearest = NULL;
  guint       least = MAX_DISTANCE + 1;

  for (guint i = 0; names[i] != NULL && strlen (name) < MAX_LENGTH; i++) {
    const guint distance = measure_distance (name, names[i]);

    if (distance < least && distance < strlen (names[i])) {
      least = distance;
      nearest = names[i];
    }
  }
  return nearest;
}

/* (nullable) of a class that there is not */
static const char *
find_names (const char *class_name)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (strcmp (classes[i].class_name, class_name) == 0)
      return classes[i].names;
  return NULL;
}

gboolean
koma_layer_has_names (const char *class_name)
{
  return find_names (class_name) != NULL;
}

/* (transfer full): those of all classes behind the class' own */
static char **
list_names (const char *class_name)
{
  const char      *own = find_names (class_name);
  g_autofree char *text = g_strconcat (own != NULL ? own : "", all, NULL);
  char           **names = g_strsplit (text, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_has_suffix (names[i], NEEDED))
      names[i][strlen (names[i]) - 1] = '\0';
  return names;
}

/**
 * koma_layer_check_needed:
 * @class_name: of a layer or cell that Koma computes
 * @settings: under Keras' names; null is as good as none
 *
 * Errors: %KOMA_ERROR_MODEL if one is missing that the class can not do without.
 */
gboolean
koma_layer_check_needed (const char *class_name,
                         JsonObject *settings,
                         GError    **error)
{
  const char *own = find_names (class_name);
  g_auto (GStrv) names = g_strsplit (own != NULL ? own : "", " ", -1);

  for (guint i = 0; names[i] != NULL; i++) {
    JsonNode *node = NULL;

    if (!g_str_has_suffix (names[i], NEEDED))
      continue;
    names[i][strlen (names[i]) - 1] = '\0';
    node = koma_json_get (settings, names[i]);
    if (node == NULL || json_node_is_null (node))
      return koma_fail (error, KOMA_ERROR_MODEL, "The setting “%s” is missing", names[i]);
  }
  return TRUE;
}

/**
 * koma_layer_check_name:
 * @class_name: of a layer or cell that Koma computes
 * @name: under Keras' names
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the class has no setting of that name; the message has the
 * nearest one, or all of the class.
 */
gboolean
koma_layer_check_name (const char *class_name,
                       const char *name,
                       GError    **error)
{
  g_auto (GStrv) names = list_names (class_name);
  g_autofree char *list = NULL;
  const char      *nearest = NULL;

  if (g_strv_contains ((const char *const *) names, name))
    return TRUE;
  nearest = find_nearest (name, (const char *const *) names);
  if (nearest != NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "There is no setting “%s”; the nearest is “%s”", name, nearest);
  list = g_strjoinv (", ", names);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no setting “%s”; there are %s", name,
                    list);
}
