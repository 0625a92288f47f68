/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void koma_task_run_in_thread (GTask *task, GTaskThreadFunc function);

G_END_DECLS
