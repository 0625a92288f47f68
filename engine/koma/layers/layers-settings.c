/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-settings.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/training/name.h"

/* Name and settings; the latter are NULL for a name alone. */
static gboolean
read_object (JsonNode    *node,
             const char  *what,
             const char **ret_name,
             JsonObject **ret_config,
             GError     **error)
{
  JsonObject *object = koma_json_node_object (node);

  *ret_name = object != NULL ? koma_json_get_string (object, "class_name")
                             : koma_json_node_string (node);
  *ret_config = koma_json_get_object (object, "config");
  return *ret_name != NULL || koma_fail (error, KOMA_ERROR_MODEL, "%s has no name", what);
}

static gboolean
read_number (JsonObject *config,
             const char *name,
             double     *number, /* left alone where it is not there */
             GError    **error)
{
  JsonNode *node = koma_json_get (config, name);

  if (node == NULL || json_node_is_null (node) || koma_json_node_double (node, number))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_MODEL, "“%s” is no number", name);
}

/* Whether there is no setting but these. */
static gboolean
has_only (JsonObject        *config,
          const char *const *settings,
          const char        *name, /* of what has them */
          GError           **error)
{
  g_autoptr (GList) names = config != NULL ? json_object_get_members (config) : NULL;

  for (GList *n = names; n != NULL; n = n->next)
    if (!g_strv_contains (settings, n->data))
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s has no setting “%s”", name,
                        (const char *) n->data);
  return TRUE;
}

static gboolean
set_option (KomaInitializer *initializer,
            const char      *name,
            JsonNode        *node,
            GError         **error)
{
  const char *word = koma_json_node_string (node);
  double      number = 0;

  if (word != NULL)
    return koma_initializer_set_word (initializer, name, word, error);
  if (koma_json_node_double (node, &number))
    return koma_initializer_set_number (initializer, name, number, error);
  return koma_fail (error, KOMA_ERROR_MODEL, "initializer: “%s” is neither a number nor a word",
                    name);
}

static gboolean
set_options (KomaInitializer *initializer,
             JsonObject      *config,
             gint64          *ret_seed,
             GError         **error)
{
  g_autoptr (GList) names = config != NULL ? json_object_get_members (config) : NULL;

  for (GList *n = names; n != NULL; n = n->next) {
    JsonNode *node = json_object_get_member (config, n->data);

    if (json_node_is_null (node))
      continue;
    if (strcmp (n->data, "seed") == 0)
      (void) koma_json_node_int (node, ret_seed);
    else if (!set_option (initializer, n->data, node, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_layers_read_initializer:
 * @fallback: its name where @node is %NULL
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name; %KOMA_ERROR_MODEL if it is
 * damaged.
 */
gboolean
koma_layers_read_initializer (JsonNode        *node,
                              const char      *fallback,
                              KomaInitializer *ret_initializer,
                              gint64          *ret_seed,
                              GError         **error)
{
  const char *name = fallback;
  JsonObject *config = NULL;

  *ret_seed = -1;
  return (node == NULL || read_object (node, "initializer", &name, &config, error)) &&
         koma_initializer_init (ret_initializer, name, error) &&
         set_options (ret_initializer, config, ret_seed, error);
}

/**
 * koma_layers_read_regularizer:
 *
 * "L1L2", "L1" and "L2", each 0.01 unless it says otherwise.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name, or it has no such setting;
 * %KOMA_ERROR_MODEL if it is damaged.
 */
gboolean
koma_layers_read_regularizer (JsonNode        *node,
                              KomaRegularizer *ret_regularizer,
                              GError         **error)
{
  static const char *const settings[] = { "l1", "l2", NULL };
  const char              *name = NULL;
  JsonObject              *config = NULL;
  gboolean                 is_1 = FALSE;
  gboolean                 is_2 = FALSE;

  *ret_regularizer = (KomaRegularizer){ 0 };
  if (node == NULL)
    return TRUE;
  if (!read_object (node, "regularizer", &name, &config, error))
    return FALSE;
  is_1 = koma_training_name_is_among (name, "l1|l1l2|l1_l2");
  is_2 = koma_training_name_is_among (name, "l2|l1l2|l1_l2");
  if (!is_1 && !is_2)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no regularizer “%s”", name);
  if (is_1)
    ret_regularizer->l1 = 0.01;
  if (is_2)
    ret_regularizer->l2 = 0.01;
  return has_only (config, settings, name, error) &&
         read_number (config, "l1", &ret_regularizer->l1, error) &&
         read_number (config, "l2", &ret_regularizer->l2, error);
}

/**
 * koma_layers_read_constraint:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name, or it has no such setting;
 * %KOMA_ERROR_MODEL if it is damaged.
 */
gboolean
koma_layers_read_constraint (JsonNode       *node,
                             KomaConstraint *ret_constraint,
                             GError        **error)
{
  static const char *const settings[] = { "axis", "max_value", "min_value", "rate", NULL };
  const char              *name = NULL;
  JsonObject              *config = NULL;
  double                   axis = 0;

  *ret_constraint = (KomaConstraint){ KOMA_CONSTRAINT_NONE };
  if (node == NULL)
    return TRUE;
  if (!read_object (node, "constraint", &name, &config, error) ||
      !koma_constraint_init (ret_constraint, name, error) ||
      !has_only (config, settings, name, error))
    return FALSE;
  if (!read_number (config, "axis", &axis, error) ||
      !read_number (config, "max_value", &ret_constraint->max_value, error) ||
      !read_number (config, "min_value", &ret_constraint->min_value, error) ||
      !read_number (config, "rate", &ret_constraint->rate, error))
    return FALSE;
  if (!(axis >= 0 && axis < KOMA_MAX_RANK))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "constraint %s: axis %g", name, axis);
  ret_constraint->axis = (guint) axis;
  return TRUE;
}

/**
 * koma_layers_read_optimizer:
 *
 * Errors: %KOMA_ERROR_MODEL if a setting is neither a number nor true or false; if @is_strict,
 * %KOMA_ERROR_UNSUPPORTED if the optimizer has no such setting; %KOMA_ERROR_SHAPE if a number is
 * not finite.
 */
gboolean
koma_layers_read_optimizer (JsonObject            *config,
                            gboolean               is_strict,
                            KomaOptimizerSettings *settings,
                            GError               **error)
{
  g_autoptr (GList) names = config != NULL ? json_object_get_members (config) : NULL;

  for (GList *n = names; n != NULL; n = n->next) {
    JsonNode *node = json_object_get_member (config, n->data);
    gboolean  flag = FALSE;
    double    number = 0;

    if (!is_strict && isnan (koma_optimizer_settings_get (settings, n->data)))
      continue;
    if (koma_json_node_boolean (node, &flag))
      number = flag;
    else if (!read_number (config, n->data, &number, error))
      return FALSE;
    if (!json_node_is_null (node) &&
        !koma_optimizer_settings_set (settings, n->data, number, error))
      return FALSE;
  }
  return TRUE;
}
