/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* (nullable) Names of the classes, one a line, in the order of their numbers: of the "id2label" of
 * Hugging Face … */
char *koma_hub_class_names_read (JsonObject *config);
/* … and of timm's "label_names", which may be ids that "label_descriptions" explains. */
char *koma_hub_class_names_read_timm (JsonObject *config);

G_END_DECLS
