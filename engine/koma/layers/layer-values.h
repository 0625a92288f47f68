/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

guint koma_layer_count_dimensions (const char *class_name);

/* What the value of a setting may be. The class of the layer tells how many sizes there are: 2 of a
 * "Conv2D". Errors have what was found and expected; the caller puts the setting before it. */
typedef gboolean (*KomaLayerValueCheck) (JsonNode *node, const char *class_name, GError **error);

gboolean koma_layer_check_size (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_sizes (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_rate (JsonNode *node, const char *class_name, GError **error);
/* Of the dimensions 1, 2, … */
gboolean koma_layer_check_order (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_axes (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_shared_axes (JsonNode *node, const char *class_name, GError **error);
/* A word of convolutions and pools; numbers of layers that pad and crop. */
gboolean koma_layer_check_padding (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_borders (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_data_format (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_interpolation (JsonNode *node, const char *class_name, GError **error);
gboolean koma_layer_check_merge_mode (JsonNode *node, const char *class_name, GError **error);

G_END_DECLS
