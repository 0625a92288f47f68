/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaFitOptions:
 *
 * How a model is trained: batches, epochs, what it is validated with, when it stops. The properties
 * are set when it is made, or by g_object_set().
 */
#define KOMA_TYPE_FIT_OPTIONS (koma_fit_options_get_type ())
G_DECLARE_FINAL_TYPE (KomaFitOptions, koma_fit_options, KOMA, FIT_OPTIONS, GObject)

KomaFitOptions *koma_fit_options_new (guint epochs, guint batch_size);
void            koma_fit_options_set_validation (KomaFitOptions *self,
                                                 KomaTensor    **x,
                                                 guint           n_x,
                                                 KomaTensor    **y,
                                                 guint           n_y);
void            koma_fit_options_set_sample_weights (KomaFitOptions *self,
                                                     KomaTensor    **weights,
                                                     guint           n_weights);
void            koma_fit_options_set_class_weights (KomaFitOptions *self,
                                                    guint           output,
                                                    const double   *weights,
                                                    gsize           n_weights);

G_END_DECLS
