/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tier.h"

G_BEGIN_DECLS

gboolean koma_gles_probe (char   **ret_device,
                          GError **error);

const KomaGlesInfo *koma_gles_probe_info (void); /* (nullable) */

KomaGlesLimits koma_gles_probe_limits (void);
gboolean       koma_gles_probe_is_software (void);

G_END_DECLS
