/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-model-control.h"

G_BEGIN_DECLS

/* Says that the range of the model in use is a guess, and offers the usual ones. It stays while
 * the user tries them, until it is closed: that makes the last one the user's choice. */
#define KOMA_TYPE_RANGE_NOTICE (koma_range_notice_get_type ())
G_DECLARE_FINAL_TYPE (KomaRangeNotice, koma_range_notice, KOMA, RANGE_NOTICE, AdwBin)

void koma_range_notice_set_control (KomaRangeNotice *self, KomaModelControl *control);

G_END_DECLS
