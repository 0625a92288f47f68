/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "history.h"

G_BEGIN_DECLS

KomaHistory *koma_history_new (void);
void         koma_history_add (KomaHistory *self, const char *name, double value);

G_END_DECLS
