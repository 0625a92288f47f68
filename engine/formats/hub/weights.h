/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/model-file.h"
#include "engine/graph/array.h"

G_BEGIN_DECLS

/* The numbers of a model by their names, whichever file has them, and which of them were used. */
typedef struct
{
  GHashTable *arrays; /* char * → KomaArray, of those that nobody took */
  gsize       n_float16;
  guint       n_weights; /* that were added */
} KomaHubWeights;

void     koma_hub_weights_init (KomaHubWeights *self);
void     koma_hub_weights_clear (KomaHubWeights *self);
gboolean koma_hub_weights_add (KomaHubWeights *self,
                               const char     *name,
                               KomaArray      *array, /* a reference is taken */
                               GError        **error);
/* (nullable) Without taking it. */
const KomaArray *koma_hub_weights_look (const KomaHubWeights *self, const char *name);
KomaArray       *koma_hub_weights_take (KomaHubWeights *self, const char *name); /* (nullable) */
void             koma_hub_weights_drop (KomaHubWeights *self, const char *prefix);
/* (element-type utf8) Names, borrowed, of those that nobody took. */
GList *koma_hub_weights_list (const KomaHubWeights *self);
/* Under another name, unless there is none, or one of that name. */
void koma_hub_weights_rename (KomaHubWeights *self, const char *from, const char *to);
/* Those that nobody took and that are no helpers of training: how many, and the name of one. */
guint koma_hub_weights_count_surplus (const KomaHubWeights *self,
                                      const char          **ret_first); /* (nullable) */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaHubWeights, koma_hub_weights_clear)

G_END_DECLS
