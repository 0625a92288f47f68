/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* Attributes of an expression. What is missing, or null, is its fallback. */
typedef struct
{
  int  n;
  int *at; /* (nullable) (owned): NULL where it is missing */
} Ints;

Ints     attribute_ints (JsonObject *attributes, const char *name); /* a number is a list of one */
void     ints_clear (Ints *ints);
int      attribute_int (JsonObject *attributes, const char *name, int fallback);
double   attribute_double (JsonObject *attributes, const char *name, double fallback);
gboolean attribute_boolean (JsonObject *attributes, const char *name);
gboolean
attribute_dtype (JsonObject *attributes, const char *name, KomaDType *ret_dtype, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ints, ints_clear)

G_END_DECLS
