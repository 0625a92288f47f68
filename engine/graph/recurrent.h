/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* A node Recurrent, taken apart; engine/ops/recurrent.c has the definition. Inputs of the node: x,
 * the states, the mask if it has one, what the body shares over all steps. Inputs of the body: one
 * step of x, the states, what is shared. */
typedef struct
{
  const KomaGraph *body; /* (nullable) */
  guint            n_states;
  gboolean         has_mask;
  guint            n_shared;
} KomaRecurrent;

/* Inputs of the node. */
#define KOMA_RECURRENT_STATE(i)        (1 + (i))
#define KOMA_RECURRENT_MASK(self)      (1 + (self)->n_states)
#define KOMA_RECURRENT_SHARED(self, i) (1 + (self)->n_states + (self)->has_mask + (i))

KomaRecurrent koma_recurrent_read (const KomaNode *node);
/* Attributes of a node. */
KomaAttrs *koma_recurrent_make_attrs (guint      n_states,
                                      gboolean   has_mask,
                                      KomaGraph *body /* (transfer full) */);
void       koma_recurrent_set_body (KomaAttrs *attrs,
                                    KomaGraph *body /* (transfer full) */);
/* A copy of the body, inferred for the inputs of the node. */
KomaGraph *koma_recurrent_bind (const KomaGraph *graph, const KomaNode *node, GError **error);
/* All steps one after the other. @inputs: of the node; their shapes are known. */
void koma_recurrent_unroll (KomaBuilder         *builder,
                            const KomaRecurrent *self,
                            const KomaValueId   *inputs,
                            gboolean             has_sequence, /* else ret_outputs[0] is none */
                            KomaValueId         *ret_outputs /* [1 + n_states] */);

G_END_DECLS
