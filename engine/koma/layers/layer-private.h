/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "layer.h"

G_BEGIN_DECLS

KomaLayer *koma_layer_new_from_entry (JsonObject *entry);
/* { "class_name", "config" } as it stands among a model's layers; models share it. */
JsonObject *koma_layer_get_entry (KomaLayer *self);
/* For one that has none: names are given by models. */
void koma_layer_set_name (KomaLayer *self, const char *name);

G_END_DECLS
