/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trainer-options.h"

G_BEGIN_DECLS

/* Learns the weights of a graph. Each batch is one run of one session: forward, loss, gradients,
 * new weights; nothing is allocated after the first of its size. Batches of another size,
 * evaluations and predictions have sessions of their own, which read the same memory of weights.
 * Made, used and freed on one thread. */
typedef struct _KomaTrainer KomaTrainer;

KomaTrainer *koma_trainer_new (const KomaTrainerOptions *options,
                               GError                  **error);
void         koma_trainer_adopt (KomaTrainer *trainer);
void         koma_trainer_free (KomaTrainer *trainer);

gboolean koma_trainer_step (KomaTrainer         *trainer,
                            guint                batch,
                            const gconstpointer *x, /* [n_inputs of the model] */
                            const float *const  *y, /* [n_outputs] */
                            float               *ret_results,
                            GError             **error);
gboolean koma_trainer_step_weighted (KomaTrainer         *trainer,
                                     guint                batch,
                                     const gconstpointer *x,
                                     const float *const  *y,
                                     const float *const  *shares, /* [n_outputs] [batch] */
                                     float               *ret_results,
                                     GError             **error);
gboolean koma_trainer_evaluate (KomaTrainer         *trainer,
                                guint                batch,
                                const gconstpointer *x,
                                const float *const  *y,
                                float               *ret_results,
                                GError             **error);
gboolean koma_trainer_predict (KomaTrainer         *trainer,
                               guint                batch,
                               const gconstpointer *x,
                               const float        **ret_outputs, /* [n_outputs] (borrowed) */
                               GError             **error);

/* What a step and an evaluation tell: "loss", the loss of each output where there are several, then
 * metrics. */
guint       koma_trainer_get_n_results (const KomaTrainer *trainer);
const char *koma_trainer_get_result_name (const KomaTrainer *trainer, guint index);

/* Dense, of the weight's shape; may be read and written between steps. Zeros at first, slots as
 * their optimizer begins. */
float *koma_trainer_get_weight (KomaTrainer *trainer, guint index);
float *koma_trainer_get_slot (KomaTrainer *trainer, guint weight, guint slot); /* (nullable) */

guint64  koma_trainer_get_n_steps (const KomaTrainer *trainer);
void     koma_trainer_set_n_steps (KomaTrainer *trainer, guint64 n_steps);
gboolean koma_trainer_set_option (KomaTrainer *trainer,
                                  const char  *name,
                                  double       value,
                                  GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrainer, koma_trainer_free)

G_END_DECLS
