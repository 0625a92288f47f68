/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-inference-state.h"

G_BEGIN_DECLS

/* A range that pictures tell, before the first of them are answered. Thread: inference. */
gboolean koma_inference_is_gathering (KomaInference *self); /* the first answers wait */
gboolean koma_inference_is_range_due (KomaInference *self);
void     koma_inference_search_range (KomaInference *self);

G_END_DECLS
