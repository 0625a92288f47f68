/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* One of the three; nothing is undefined. */
typedef struct
{
  KomaTensor *tensor; /* (nullable) its scope's, or held by variable */
  JsonNode   *json;   /* (nullable) (owned) a number or a string */
  GPtrArray  *list;   /* (nullable) (owned) borrowed ScriptValue * */

  KomaVariable *variable; /* (nullable) (owned) */
} ScriptValue;

void script_value_free (gpointer value);

/* Returns FALSE without an error where it is not understood. */
gboolean script_call (JsonObject  *ops,
                      const char  *name,
                      GPtrArray   *arguments, /* ScriptValue * */
                      ScriptValue *ret_value, /* empty */
                      GError     **error);

G_END_DECLS
