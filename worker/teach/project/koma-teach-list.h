/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Emits "items-changed" for what is different between the two, if anything. */
void koma_teach_list_tell (GListModel *list, const GPtrArray *before, const GPtrArray *after);

G_END_DECLS
