/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-backend-control.h"

G_BEGIN_DECLS

/* A text for finding a fault, in English: versions, backends with their devices, the one in use
 * and its chooser, flags, preferences. */
char *koma_troubleshooting_describe (KomaBackendControl *control);

G_END_DECLS
