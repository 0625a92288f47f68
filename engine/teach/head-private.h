/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dense-layers.h"
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

G_END_DECLS
