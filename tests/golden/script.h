/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum {
  SCRIPT_DONE,
  SCRIPT_REFUSED, /* a function of the library set an error */
  SCRIPT_STRANGE, /* not of the few things that are understood */
} ScriptResult;

/* Runs lines of JavaScript, as far as they are calls of tf.NAME () and of tensors' methods with
 * numbers, strings, lists and tensors; `const x = …;` gives a name. Which function that is, and
 * what its arguments mean, is read from @ops, the member of api.json.
 *
 * @ret_message: (out) (transfer full) (nullable): of the library */
ScriptResult script_run (const char *text, JsonObject *ops, char **ret_message);

G_END_DECLS
