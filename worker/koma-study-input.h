/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-study.h"

G_BEGIN_DECLS

/* What every study asks of its options. Thread: study. */
gboolean koma_study_make_input (KomaStudy         *study,
                                const KomaServing *serving,
                                float            **ret_picture, /* (nullable) */
                                GError           **error);
guint    koma_study_choose_n_threads (const KomaStudyOptions *options,
                                      const KomaServing      *serving);

G_END_DECLS
