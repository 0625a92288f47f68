/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-model-control.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_ANSWERS_AWAITED,  /* of some pictures */
  KOMA_ANSWERS_DOUBTFUL, /* most are not sure */
  KOMA_ANSWERS_FINE,     /* or there are none */
} KomaAnswersState;

/* Beside doubtful answers of a model whose range is a guess, that no picture has told: a way to put
 * it right. Closed once, it does not come back for that model. */
#define KOMA_TYPE_RANGE_NOTICE (koma_range_notice_get_type ())
G_DECLARE_FINAL_TYPE (KomaRangeNotice, koma_range_notice, KOMA, RANGE_NOTICE, AdwBin)

void koma_range_notice_set_control (KomaRangeNotice *self, KomaModelControl *control);
/* Whether the answers are a matter to it at all. */
gboolean koma_range_notice_is_needed (KomaRangeNotice *self);
void     koma_range_notice_update (KomaRangeNotice *self, KomaAnswersState state);
void     koma_range_notice_set_narrow (KomaRangeNotice *self, gboolean is_narrow);

G_END_DECLS
