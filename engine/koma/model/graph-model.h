/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "../tensor/tensor-info.h"

G_BEGIN_DECLS

/**
 * KomaGraphModel:
 *
 * A model from a file, to be run: of TensorFlow.js (graph or layers), TensorFlow (SavedModel or
 * frozen graph), TensorFlow Lite, ONNX or Keras. Immutable. Any thread may use it, several at once:
 * each compiles it for itself, once for each combination of shapes, for the backend of its
 * #KomaEnvironment. With the last reference goes all that was compiled; what other threads compiled
 * goes when those compute the next time, or end.
 */
#define KOMA_TYPE_GRAPH_MODEL (koma_graph_model_get_type ())
G_DECLARE_FINAL_TYPE (KomaGraphModel, koma_graph_model, KOMA, GRAPH_MODEL, GObject)

/* Loading. */
KomaGraphModel *koma_graph_model_load (const char *path, GError **error);
void            koma_graph_model_load_async (const char         *path,
                                             GCancellable       *cancellable, /* (nullable) */
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
KomaGraphModel *koma_graph_model_load_finish (GAsyncResult *result, GError **error);

/* Looking. */
const char     *koma_graph_model_get_path (KomaGraphModel *self);
const char     *koma_graph_model_get_name (KomaGraphModel *self);
const char     *koma_graph_model_get_format (KomaGraphModel *self);
guint           koma_graph_model_get_n_inputs (KomaGraphModel *self);
KomaTensorInfo *koma_graph_model_get_input (KomaGraphModel *self, guint index);
guint           koma_graph_model_get_n_outputs (KomaGraphModel *self);
KomaTensorInfo *koma_graph_model_get_output (KomaGraphModel *self, guint index);
gsize           koma_graph_model_get_n_bytes (KomaGraphModel *self); /* of its weights */
guint           koma_graph_model_get_n_labels (KomaGraphModel *self);
const char     *koma_graph_model_get_label (KomaGraphModel *self, guint index);

G_END_DECLS
