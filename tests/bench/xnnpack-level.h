/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void bench_limit_xnnpack (const char *level); /* of koma_cpu_kernels_choose() */

G_END_DECLS
