/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run.h"

G_BEGIN_DECLS

/* What a name means: a function, or the method or property of an object. */
typedef struct
{
  const char  *name;
  ScriptNative native;
  gboolean     is_property;
} ScriptBinding;

/* Each ends with a name that is NULL. */
extern const ScriptBinding script_language_functions[]; /* full names: "tf.tidy", "console.log" */
extern const ScriptBinding script_new_functions[];
extern const ScriptBinding script_tensor_functions[];
extern const ScriptBinding script_memory_functions[];
extern const ScriptBinding script_gradient_functions[];
extern const ScriptBinding script_optimizer_functions[];
extern const ScriptBinding script_layer_functions[];
extern const ScriptBinding script_model_functions[];
extern const ScriptBinding script_tensor_members[];
extern const ScriptBinding script_variable_members[];
extern const ScriptBinding script_list_members[];
extern const ScriptBinding script_text_members[];
extern const ScriptBinding script_number_members[];
extern const ScriptBinding script_promise_members[];
extern const ScriptBinding script_layer_members[];
extern const ScriptBinding script_symbol_members[];
extern const ScriptBinding script_model_members[];
extern const ScriptBinding script_optimizer_members[];
extern const ScriptBinding script_fit_members[]; /* of models too */

/* (nullable): a function by its full name, or what such names begin with: "tf.losses". */
ScriptValue *script_find_builtin (Script *self, const char *path);
/* (nullable): a property's value, or a method. */
ScriptValue *script_find_member (Script           *self,
                                 const ScriptNode *node,
                                 ScriptValue      *object,
                                 const char       *name);
gboolean     script_set_property (ScriptValue *object, const char *name, const ScriptValue *value);

/* op.c: any function of tf that is an op of the expressions. */
gboolean     script_has_op (const char *name);
ScriptValue *script_call_op (ScriptCall *call, GError **error);

/* bind-layers.c: tf.layers.NAME, for any layer that there is. */
gboolean     script_has_layer (const char *name);
ScriptValue *script_call_layer (ScriptCall *call, GError **error);
/* bind-settings.c: tf.initializers.NAME and its like. */
gboolean     script_has_setting (const char *path);
ScriptValue *script_call_setting (ScriptCall *call, GError **error);
GPtrArray   *script_to_symbols (const ScriptValue *value, GError **error);

KomaLayersModel *script_get_model (const ScriptCall *call);

/* What several bindings do. */
void         script_print (Script *self, const char *text); /* one line, or several */
ScriptValue *script_dispose_self (ScriptCall *call, GError **error);

/* Refuses what is no function. */
gboolean script_check_function (const ScriptValue *value, GError **error);
/* A function of the script that the library calls: @data is a ScriptCallback. */
typedef struct
{
  ScriptCall  *call;
  ScriptValue *function;
} ScriptCallback;

/* (transfer container): the trainable variables of a list, or all that the script has made. */
GPtrArray  *script_list_variables (ScriptCall *call, const ScriptValue *list);
KomaTensor *script_callback_call (GPtrArray *xs, gpointer data, GError **error);

/* Arguments of a call; NULL where they are missing or of another kind. */
ScriptValue *script_argument (const ScriptCall *call, guint index);
KomaTensor  *script_argument_tensor (const ScriptCall *call, guint index, GError **error);
double       script_argument_number (const ScriptCall *call, guint index, double fallback);
/* Members of a record of settings. */
double   script_get_number (const ScriptValue *record, const char *key, double fallback);
GArray  *script_get_ints (const ScriptValue *list, GError **error); /* (nullable) */
gboolean script_get_dtype (const ScriptValue *name,
                           KomaDType          fallback,
                           KomaDType         *ret_dtype,
                           GError           **error);
/* A tensor, a number, or arrays of numbers: a tensor of float32 or, where they are, of booleans. */
KomaTensor *script_to_tensor (const ScriptValue *value, GError **error);
/* (transfer container) (nullable): the tensors of a list, or the only one. */
GPtrArray *script_to_tensors (const ScriptValue *value, GError **error);
/* (transfer container): all tensors in a value. */
GPtrArray   *script_collect_tensors (const ScriptValue *value);
ScriptValue *script_new_list_of (Script *self, GPtrArray *objects);

G_END_DECLS
