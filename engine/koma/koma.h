/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All of libkoma. The three best classes of a picture:
 *
 *   g_autoptr (KomaGraphModel) model = koma_graph_model_load ("model.json", &error);
 *   g_autoptr (GPtrArray) best = koma_graph_model_classify (model, "cat.jpg", 3, &error);
 *
 *   for (guint i = 0; i < best->len; i++) {
 *     const KomaPrediction *prediction = g_ptr_array_index (best, i);
 *
 *     g_print ("%5.1f %% %s\n", 100 * prediction->score, prediction->label);
 *   }
 *
 * A function that can fail takes a GError last, and returns NULL or FALSE then. Thread: any;
 * tensors and models belong to the thread that makes them. A KomaScope frees the tensors that are
 * made while it is in force. */

/* What is in a picture: models of TensorFlow.js, Keras, TensorFlow, TensorFlow Lite and ONNX. */
#include "graph-model.h"
#include "graph-model-classify.h"
#include "graph-model-run.h"
#include "prediction.h"
#include "tensor-info.h"

/* Tensors: arrays of numbers of up to six dimensions, made, read and printed; scopes free them. */
#include "tensor.h"
#include "tensor-new.h"
#include "tensor-nested.h"
#include "tensor-like.h"
#include "creation.h"
#include "tensor-read.h"
#include "tensor-print.h"
#include "dtype.h"
#include "scope.h"
#include "clone.h"
#include "variable.h"

/* What is computed with them. An operation takes tensors and returns a new one. */
#include "arithmetic.h"
#include "basic-math.h"
#include "trigonometry.h"
#include "logical.h"
#include "matrices.h"
#include "reductions.h"
#include "scans.h"
#include "transformations.h"
#include "slices.h"
#include "gathering.h"
#include "padding.h"
#include "unique.h"
#include "activations.h"
#include "normalization.h"
#include "convolutions.h"
#include "pools.h"
#include "volumes.h"
#include "window-options.h"
#include "images.h"
#include "losses.h"

/* Gradients, and what learns by them. */
#include "tape.h"
#include "gradients.h"
#include "custom-grad.h"
#include "optimizer.h"

/* Models made of layers: trained, saved, loaded. */
#include "layer.h"
#include "common-layers.h"
#include "symbol.h"
#include "layers-model.h"
#include "layers-train.h"
#include "fit-options.h"
#include "history.h"
#include "layers-file.h"

/* Backend, threads, memory; errors. */
#include "environment.h"
#include "koma-error.h"
