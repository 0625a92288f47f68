/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint koma_cpu_count_available (void);       /* affinity and cgroup quota honoured; 1 or more */
guint koma_cpu_count_for_one_picture (void); /* leaves one of them alone; 1 or more */

G_END_DECLS
