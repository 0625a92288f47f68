/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dense-layers.h"
#include "engine/training/random.h"
#include "head.h"

G_BEGIN_DECLS

/* @layers: (transfer full) */
KomaHead *koma_head_new_dense (const KomaExamples *examples,
                               KomaDenseLayers    *layers,
                               GError            **error);
/* (nullable) of a dense head */
const KomaDenseLayers *koma_head_get_layers (const KomaHead *head);

/* Features of one length, classes that there are, names. */
gboolean koma_examples_check (const KomaExamples *examples, GError **error);
/* By chance, of each class alike, and never all of one. The lists, of guint, are empty before. */
void koma_examples_split (const KomaExamples *examples,
                          double              share, /* to watch, 0 … 0.5 */
                          guint32             seed,
                          GArray             *learned,
                          GArray             *watched);
void koma_examples_shuffle (GArray *indices, KomaRandom *random);

G_END_DECLS
