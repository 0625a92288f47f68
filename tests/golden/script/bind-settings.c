/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Initializers, regularizers and constraints: objects in the settings of layers. */
#include <string.h>

#include "bindings.h"
#include "engine/koma/layer-config.h"

#define L1_L2 0.01

static const char *const namespaces[] = { "tf.constraints.", "tf.initializers.",
                                          "tf.regularizers." };

gboolean
script_has_setting (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (namespaces); i++)
    if (g_str_has_prefix (path, namespaces[i]))
      return TRUE;
  return FALSE;
}

/* tf.regularizers.l1 (), l2 () and l1l2 (): what is not given is as in TensorFlow.js. */
static void
complete_regularizer (Script      *script,
                      const char  *name,
                      ScriptValue *config)
{
  static const char *const keys[] = { "l1", "l2" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (script_value_get (config, keys[i]) == NULL)
      script_value_set (config, keys[i],
                        script_new_number (script, strstr (name, keys[i]) != NULL ? L1_L2 : 0));
}

/* {"class_name": "Constant", "config": {"value": 2}}, as Keras writes tf.initializers.constant
 * ({value: 2}). */
ScriptValue *
script_call_setting (ScriptCall *call,
                     GError    **error)
{
  const ScriptValue *settings = script_argument (call, 0);
  const char        *name = strrchr (call->name, '.') + 1;
  g_autofree char   *class_name = g_strdup (name);
  ScriptValue       *config = script_new_record (call->script);
  ScriptValue       *record = script_new_record (call->script);

  for (guint i = 0; i < script_value_length (settings) && settings->kind == SCRIPT_RECORD; i++) {
    g_autofree char *key =
      koma_layer_config_to_snake_case (g_ptr_array_index (settings->keys, i));

    script_value_set (config, key, script_value_item (settings, i));
  }
  class_name[0] = g_ascii_toupper (class_name[0]);
  if (g_str_has_prefix (call->name, "tf.regularizers.")) {
    complete_regularizer (call->script, name, config);
    g_free (class_name);
    class_name = g_strdup ("L1L2");
  }
  script_value_set (record, "class_name", script_new_text (call->script, class_name));
  script_value_set (record, "config", config);
  return record;
}
