/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Where names are looked up, and what the bindings read arguments with. */
#include "bindings.h"

#include <string.h>

static const ScriptBinding *const functions[] = {
  script_language_functions,
  script_new_functions,
  script_tensor_functions,
  script_memory_functions,
  script_gradient_functions,
  script_optimizer_functions,
  script_layer_functions,
  script_model_functions,
};

static const ScriptBinding *
find_exact (const ScriptBinding *bindings,
            const char          *name)
{
  for (; bindings->name != NULL; bindings++)
    if (g_str_equal (bindings->name, name))
      return bindings;
  return NULL;
}

/* Whether a name begins with the path and a dot. */
static gboolean
is_namespace (const char *path)
{
  g_autofree char *prefix = g_strconcat (path, ".", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    for (const ScriptBinding *b = functions[i]; b->name != NULL; b++)
      if (g_str_has_prefix (b->name, prefix))
        return TRUE;
  return FALSE;
}

/* Ops are members of tf, some of them of a namespace in it. */
static const char *
find_op (const char *path)
{
  static const char *const prefixes[] = { "tf.", "tf.losses.", "tf.image.", "tf.linalg." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (path, prefixes[i]) && script_has_op (path + strlen (prefixes[i])))
      return path + strlen (prefixes[i]);
  return NULL;
}

ScriptValue *
script_find_builtin (Script     *self,
                     const char *path)
{
  static const char *const namespaces[] = {
    "tf.constraints",
    "tf.image",
    "tf.initializers",
    "tf.layers",
    "tf.linalg",
    "tf.losses",
    "tf.metrics",
    "tf.regularizers",
    NULL,
  };
  const char *op = find_op (path);

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++) {
    const ScriptBinding *binding = find_exact (functions[i], path);

    if (binding != NULL)
      return script_new_builtin (self, path, binding->native, NULL);
  }
  if (op != NULL)
    return script_new_builtin (self, op, script_call_op, NULL);
  if (g_str_has_prefix (path, "tf.layers.") && script_has_layer (path + strlen ("tf.layers.")))
    return script_new_builtin (self, path, script_call_layer, NULL);
  if (script_has_setting (path))
    return script_new_builtin (self, path, script_call_setting, NULL);
  /* Metrics are only named. */
  return is_namespace (path) || g_strv_contains (namespaces, path) ||
             g_str_has_prefix (path, "tf.metrics.")
           ? script_new_builtin (self, path, NULL, NULL)
           : NULL;
}

static const ScriptBinding *
find_in_object (GObject    *object,
                const char *name)
{
  const struct
  {
    GType                type;
    const ScriptBinding *members;
  } tables[] = {
    { KOMA_TYPE_VARIABLE, script_variable_members },
    { KOMA_TYPE_TENSOR, script_tensor_members },
    { KOMA_TYPE_LAYERS_MODEL, script_model_members },
    { KOMA_TYPE_LAYERS_MODEL, script_fit_members },
    { KOMA_TYPE_OPTIMIZER, script_optimizer_members },
    { KOMA_TYPE_LAYER, script_layer_members },
    { KOMA_TYPE_SYMBOL, script_symbol_members },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    const ScriptBinding *binding = G_TYPE_CHECK_INSTANCE_TYPE (object, tables[i].type)
                                     ? find_exact (tables[i].members, name)
                                     : NULL;

    if (binding != NULL)
      return binding;
  }
  return NULL;
}

static const ScriptBinding *
find_binding (ScriptValue *object,
              const char  *name)
{
  switch (object->kind) {
  case SCRIPT_LIST:
    return find_exact (script_list_members, name);
  case SCRIPT_TEXT:
    return find_exact (script_text_members, name);
  case SCRIPT_DOUBLE:
    return find_exact (script_number_members, name);
  case SCRIPT_PROMISE:
    return find_exact (script_promise_members, name);
  case SCRIPT_GOBJECT:
    return find_in_object (object->object, name);
  default:
    return NULL;
  }
}

ScriptValue *
script_find_member (Script           *self,
                    const ScriptNode *node,
                    ScriptValue      *object,
                    const char       *name)
{
  const ScriptBinding *binding = find_binding (object, name);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  ScriptValue *value = NULL;

  if (binding != NULL)
    value = script_new_builtin (self, name, binding->native, object);
  else if (script_value_tensor (object) != NULL && script_has_op (name))
    value = script_new_builtin (self, name, script_call_op, object);
  return binding != NULL && binding->is_property ? script_call_value (self, node, value, none)
                                                 : value;
}

/* What examples set. */
gboolean
script_set_property (ScriptValue       *object,
                     const char        *name,
                     const ScriptValue *value)
{
  KomaLayer *layer = script_value_object (object, KOMA_TYPE_LAYER);

  if (layer == NULL || !g_str_equal (name, "trainable"))
    return FALSE;
  koma_layer_set_trainable (layer, script_value_is_true (value));
  return TRUE;
}
