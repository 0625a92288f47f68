/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "examples.h"

G_BEGIN_DECLS

/* Private: the median, over examples, of 1 - cosine to the nearest one of another class: 0 … 2; of
 * many examples, over some of them. 2 if there is one class. Thread: any. */
double koma_class_distance (const KomaExamples *examples);

G_END_DECLS
