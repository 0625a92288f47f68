/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* In a file the names of layers are told apart wherever models are in models, and a layer that
 * stands in several of them has a number, as Keras writes it. */
GHashTable *koma_layers_names_new (JsonObject *model); /* identity of a layer → its name (owned) */
JsonObject *koma_layers_names_write (GHashTable *names, JsonObject *model);
/* Of a file: layers of the same number get one object of settings, and so share their weights. */
void koma_layers_names_join (JsonObject *model);

G_END_DECLS
