/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-backend-control.h"

G_BEGIN_DECLS

/* What somebody who looks for a fault wants to know, in English: versions, backends with their
 * devices, the one in use and who chose it, flags, preferences. */
char *koma_troubleshooting_describe (KomaBackendControl *control);

G_END_DECLS
