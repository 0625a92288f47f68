/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-shown-entry.h"

G_BEGIN_DECLS

void koma_shown_similar_group (GPtrArray    *entries,
                               GPtrArray    *groups,
                               GCancellable *cancellable);

G_END_DECLS
