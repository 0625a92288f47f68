/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fit-options.h"
#include "layers-state.h"

G_BEGIN_DECLS

/* Samples: inputs and targets, float32, and batches of them. */
typedef struct
{
  GPtrArray *x;      /* (owned) KomaArray, one for each input */
  GPtrArray *y;      /* (owned) KomaArray, one for each output; or none */
  GPtrArray *shares; /* (owned) KomaArray [n], one for each output; or none: all count alike */
  gsize      n;      /* samples */

  GPtrArray *buffers; /* (owned) float *: batches of x, y and shares, where samples are picked */
} KomaLayersData;

gboolean koma_layers_data_init (KomaLayersData  *self,
                                KomaLayersModel *model,
                                KomaTensor     **x,
                                guint            n_x,
                                KomaTensor     **y, /* (nullable) none */
                                guint            n_y,
                                GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Reads weights of samples and classes. */
gboolean koma_layers_data_weigh (KomaLayersData       *self,
                                 const KomaFitOptions *options,
                                 GError              **error) G_GNUC_WARN_UNUSED_RESULT;
/* Makes the model ready for these samples, where it was used for others meanwhile. */
gboolean koma_layers_data_prepare (const KomaLayersData *self,
                                   KomaLayersModel      *model,
                                   GError              **error);
/* Whether batches of @batch_size of @n samples, and what is left, are of the size that the model
 * has fixed. */
gboolean koma_layers_data_check_batches (const KomaLayersModel *model,
                                         gsize                  n,
                                         guint                  batch_size,
                                         GError               **error) G_GNUC_WARN_UNUSED_RESULT;
/* The samples @first and behind; shares them. */
gboolean koma_layers_data_split (KomaLayersData *self,
                                 gsize           first,
                                 KomaLayersData *ret_rest,
                                 GError        **error);
void     koma_layers_data_clear (KomaLayersData *self);

/* Where a batch lies: [x.., y.., shares..]; a copy of the samples that @order names, or those from
 * @first on. */
void koma_layers_data_get_batch (KomaLayersData *self,
                                 gsize           first,
                                 guint           n,
                                 const guint32  *order, /* (nullable) [self->n] */
                                 gconstpointer  *ret_pointers);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaLayersData, koma_layers_data_clear)

G_END_DECLS
