/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-profile-report.h"

G_BEGIN_DECLS

/* What each step of a model takes. Thread: any but main where a window is. */
KomaProfileReport *koma_profile_measure (KomaModel                *model,
                                         const KomaSessionOptions *options,
                                         const float              *picture, /* (nullable) */
                                         guint                     n_runs,
                                         GError                  **error);

G_END_DECLS
