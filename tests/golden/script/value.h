/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"
#include "node.h"

G_BEGIN_DECLS

typedef struct _ScriptCall  ScriptCall;
typedef struct _ScriptNames ScriptNames;
typedef struct _ScriptValue ScriptValue;

/* A function that is not written in the script. NULL where it failed. */
typedef ScriptValue *(*ScriptNative) (ScriptCall *call, GError **error);

typedef enum {
  SCRIPT_UNDEFINED,
  SCRIPT_NULL,
  SCRIPT_BOOLEAN, /* number */
  SCRIPT_DOUBLE,  /* number */
  SCRIPT_TEXT,    /* text */
  SCRIPT_LIST,    /* items */
  SCRIPT_RECORD,  /* keys, and items in the same order */
  SCRIPT_CLOSURE, /* function, names */
  SCRIPT_BUILTIN, /* native, text: its name; items: what it belongs to or was made with */
  SCRIPT_GOBJECT, /* object: a tensor, a layer, a model .. */
  SCRIPT_PROMISE, /* items: what it is of, or none where it has not been kept */
} ScriptKind;

/* All live as long as the script. */
struct _ScriptValue
{
  ScriptKind        kind;
  double            number;
  char             *text;     /* (owned) (nullable) */
  GPtrArray        *items;    /* (owned) (nullable) borrowed values */
  GPtrArray        *keys;     /* (owned) (nullable) strings */
  GObject          *object;   /* (owned) (nullable) */
  const ScriptNode *function; /* (borrowed) (nullable) */
  ScriptNames      *names;    /* (borrowed) (nullable) those around the function */
  ScriptNative      native;   /* (nullable) */
};

void script_value_free (gpointer value);

gboolean     script_value_is_true (const ScriptValue *self);
gboolean     script_value_is_missing (const ScriptValue *self); /* undefined, null or NULL */
gboolean     script_value_is_function (const ScriptValue *self);
double       script_value_number (const ScriptValue *self); /* NaN where it is none */
const char  *script_value_string (const ScriptValue *self); /* (nullable) */
gboolean     script_value_equals (const ScriptValue *self, const ScriptValue *other);
KomaTensor  *script_value_tensor (const ScriptValue *self);               /* (nullable) */
gpointer     script_value_object (const ScriptValue *self, GType type);   /* (nullable) */
guint        script_value_length (const ScriptValue *self);               /* of a list, a record */
ScriptValue *script_value_item (const ScriptValue *self, guint index);    /* (nullable) */
ScriptValue *script_value_get (const ScriptValue *self, const char *key); /* (nullable) */
void         script_value_set (ScriptValue *self, const char *key, ScriptValue *item);
const char  *script_value_type_name (const ScriptValue *self); /* "a number", for messages */

/* As console.log () and templates write it. (transfer full) */
char *script_value_to_text (const ScriptValue *self);
/* Settings as JSON; undefined ones are left out. (transfer full) (nullable): NULL where a value in
 * it is neither data nor a layer. */
JsonNode *script_value_to_json (const ScriptValue *self);

G_END_DECLS
