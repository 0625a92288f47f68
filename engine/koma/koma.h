/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All of libkoma (pkg-config: koma). The three best classes of a picture:
 *
 *   #include <koma/koma.h>
 *
 *   int
 *   main (void)
 *   {
 *     g_autoptr (GError) error = NULL;
 *     g_autoptr (KomaGraphModel) model = koma_graph_model_load ("model.tflite", &error);
 *     g_autoptr (GPtrArray) best = NULL;
 *
 *     if (model != NULL)
 *       best = koma_graph_model_classify (model, "cat.jpg", 3, &error);
 *     if (best == NULL) {
 *       g_printerr ("%s\n", error->message);
 *       return 1;
 *     }
 *     for (guint i = 0; i < best->len; i++) {
 *       const KomaPrediction *prediction = g_ptr_array_index (best, i);
 *
 *       g_print ("%5.1f %% %s\n", 100 * prediction->score, prediction->name);
 *     }
 *     return 0;
 *   }
 *
 * A function that can fail takes a GError last, and returns NULL or FALSE then. Any thread may call
 * these functions: several may use one KomaGraphModel at once; a tensor, and a model of layers,
 * belongs to the thread that made it. A KomaScope frees the tensors that are made while it is in
 * force. */

/* What is in a picture: models of TensorFlow.js, Keras, TensorFlow, TensorFlow Lite, ONNX, Hugging
 * Face and PyTorch. */
#include "model/graph-model.h"
#include "model/graph-model-classify.h"
#include "model/graph-model-embed.h"
#include "model/graph-model-run.h"
#include "model/prediction.h"
#include "model/text-encoder.h"
#include "tensor/tensor-info.h"

/* Tensors: arrays of numbers of up to six dimensions, made, read and printed; scopes free them. */
#include "tensor/tensor.h"
#include "tensor/tensor-new.h"
#include "tensor/tensor-nested.h"
#include "tensor/tensor-like.h"
#include "ops/creation.h"
#include "ops/meshgrid.h"
#include "ops/draws.h"
#include "tensor/tensor-read.h"
#include "tensor/tensor-print.h"
#include "tensor/dtype.h"
#include "tensor/scope.h"
#include "ops/clone.h"
#include "tensor/variable.h"

/* What is computed with them. An operation takes tensors and returns a new one. */
#include "ops/arithmetic.h"
#include "ops/basic-math.h"
#include "ops/trigonometry.h"
#include "ops/logical.h"
#include "ops/bitwise.h"
#include "ops/matrices.h"
#include "ops/einsum.h"
#include "ops/decompositions.h"
#include "ops/singular-values.h"
#include "ops/reductions.h"
#include "ops/norms.h"
#include "ops/moving-average.h"
#include "ops/scans.h"
#include "ops/transformations.h"
#include "ops/slices.h"
#include "ops/gathering.h"
#include "ops/selections.h"
#include "ops/searching.h"
#include "ops/padding.h"
#include "ops/unique.h"
#include "ops/activations.h"
#include "ops/normalization.h"
#include "ops/convolutions.h"
#include "ops/pools.h"
#include "ops/morphology.h"
#include "ops/volumes.h"
#include "ops/volumes-transposed.h"
#include "ops/window-options.h"
#include "ops/complex.h"
#include "ops/signals.h"
#include "ops/images.h"
#include "ops/picture-warps.h"
#include "ops/threshold.h"
#include "ops/non-max-suppression.h"
#include "ops/losses.h"

/* Gradients, and what learns by them. */
#include "tensor/tape.h"
#include "tensor/gradients.h"
#include "tensor/custom-grad.h"
#include "layers/optimizer.h"
#include "layers/own-layer.h"

/* Models made of layers: trained, saved, loaded. */
#include "layers/layer.h"
#include "layers/layer-variables.h"
#include "layers/layer-weights.h"
#include "layers/layer-call.h"
#include "layers/common-layers.h"
#include "layers/symbol.h"
#include "layers/layers-model.h"
#include "layers/layers-nest.h"
#include "layers/layers-train.h"
#include "layers/layers-functions.h"
#include "layers/fit-options.h"
#include "layers/history.h"
#include "layers/layers-file.h"

/* What they learn from: pictures in folders. */
#include "data/picture-folder.h"
#include "data/picture-reader.h"

/* Backend, threads, memory; errors. */
#include "tensor/environment.h"
#include "koma-error.h"
