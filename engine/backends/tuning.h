/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "backends.h"

G_BEGIN_DECLS

/* What a trial found on the device of @backend, which was probed, for people;
 * NULL: nothing. Thread: any. */
char *koma_backend_describe_tuning (const KomaBackendClass *backend);

G_END_DECLS
