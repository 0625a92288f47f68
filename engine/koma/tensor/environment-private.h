/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/graph/graph-info.h"
#include "engine/runtime/session.h"
#include "engine/training/trainer.h"
#include "environment.h"

G_BEGIN_DECLS

typedef struct _KomaTrace KomaTrace; /* trace.h */

/* Counts a tensor of so many bytes, or its end; likewise a tensor's share of a buffer. Any thread:
 * the last reference to a tensor may be dropped on another. */
void koma_environment_add_tensor (KomaEnvironment *self, gsize size_bytes);
void koma_environment_remove_tensor (KomaEnvironment *self, gsize size_bytes);
void koma_environment_add_buffer (KomaEnvironment *self, const KomaArray *array);
void koma_environment_remove_buffer (KomaEnvironment *self, const KomaArray *array);

/* A weight of a model counts as a tensor with a buffer of its own; @weight is its address. */
void koma_environment_add_weight (KomaEnvironment *self, gconstpointer weight, gsize size_bytes);
void koma_environment_remove_weight (KomaEnvironment *self, gconstpointer weight, gsize size_bytes);

/* Variables there are, for gradients by all of them; (borrowed). Any thread. */
void       koma_environment_add_variable (KomaEnvironment *self, gpointer variable);
void       koma_environment_remove_variable (KomaEnvironment *self, gpointer variable);
GPtrArray *koma_environment_list_variables (KomaEnvironment *self);

/* Sets of the tensors that die together, the innermost last; each owns its tensors. */
GHashTable *koma_environment_push_scope (KomaEnvironment *self);
GHashTable *koma_environment_pop_scope (KomaEnvironment *self);
GHashTable *koma_environment_get_scope (KomaEnvironment *self, guint depth);
guint       koma_environment_get_n_scopes (KomaEnvironment *self);

/* The trace that ops on watched tensors are written to; NULL: no tape is in force. _swap returns
 * the one before. All (borrowed). */
KomaTrace *koma_environment_get_trace (KomaEnvironment *self);
KomaTrace *koma_environment_swap_trace (KomaEnvironment *self, KomaTrace *trace);

/* (transfer full): of any values, perhaps in the memory of a tensor that was disposed of. */
KomaArray *koma_environment_new_array (KomaEnvironment *self,
                                       KomaDType        dtype,
                                       const KomaShape *shape,
                                       GError         **error) G_GNUC_WARN_UNUSED_RESULT;

/* Memory of results that were disposed of, kept for the next; no tensor has it. Any thread. */
gsize koma_environment_get_kept_bytes (KomaEnvironment *self);

/* Whether the backend in force computes element-wise nodes behind each other strip by strip. */
gboolean koma_environment_joins_elements (KomaEnvironment *self);

gboolean koma_environment_run (KomaEnvironment  *self,
                               const KomaGraph  *graph,
                               KomaArray *const *inputs,      /* [n inputs of graph] */
                               KomaArray       **ret_outputs, /* [n outputs of graph] */
                               GError          **error) G_GNUC_WARN_UNUSED_RESULT;

/* Programs of a model, kept until koma_environment_forget (), which any thread may call. */
KomaSession *koma_environment_find_program (KomaEnvironment *self, GBytes *key);
KomaSession *koma_environment_compile (KomaEnvironment          *self,
                                       gconstpointer             owner, /* the model */
                                       GBytes                   *key,   /* begins with @owner */
                                       const KomaGraph          *graph,
                                       const KomaSessionOptions *options,
                                       GError                  **error);
gboolean     koma_environment_run_program (KomaEnvironment  *self,
                                           KomaSession      *program,
                                           KomaArray *const *inputs,
                                           KomaArray       **ret_outputs,
                                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;
void         koma_environment_forget (KomaEnvironment *self, gconstpointer owner);

/* Models of layers compute on one thread, which need not be the one that frees them. */
void     koma_environment_free_trainer (KomaEnvironment *self, KomaTrainer *trainer);
gboolean koma_environment_check_thread (KomaEnvironment *self,
                                        const char      *name, /* of what belongs to it */
                                        GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
