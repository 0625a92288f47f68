/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * KomaMemory:
 * @n_tensors: tensors, variables, what optimizers hold, and weights of models, that have not been
 *   disposed of
 * @n_data_buffers: their buffers; tensors that share one count it once
 * @n_bytes: bytes of the tensors, a shared buffer counted for each
 *
 * What tensors take, as tf.memory () of TensorFlow.js counts it.
 */
typedef struct
{
  gsize n_tensors;
  gsize n_data_buffers;
  gsize n_bytes;
} KomaMemory;

/**
 * KomaEnvironment:
 *
 * Where a thread computes: its backend, the number of its threads, the programs that it has
 * compiled and its count of tensors. Each thread has one of its own.
 */
#define KOMA_TYPE_ENVIRONMENT (koma_environment_get_type ())
G_DECLARE_FINAL_TYPE (KomaEnvironment, koma_environment, KOMA, ENVIRONMENT, GObject)

KomaEnvironment *koma_environment_get (void);

const char *koma_environment_get_backend (KomaEnvironment *self);
gboolean    koma_environment_set_backend (KomaEnvironment *self,
                                          const char      *backend,
                                          GError         **error);
guint       koma_environment_get_n_threads (KomaEnvironment *self);
void        koma_environment_set_n_threads (KomaEnvironment *self, guint n_threads);
void        koma_environment_get_memory (KomaEnvironment *self, KomaMemory *ret_memory);
guint       koma_environment_get_n_programs (KomaEnvironment *self);
void        koma_environment_drop_programs (KomaEnvironment *self);

G_END_DECLS
