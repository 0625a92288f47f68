/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-study.h"

G_BEGIN_DECLS

/* KomaStudyRun: (transfer full) KomaProfileReport. Thread: study. */
gpointer koma_profiling (KomaStudy *study, KomaServing *serving, GError **error);

G_END_DECLS
