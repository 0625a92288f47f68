/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The models to choose from, installed and opened before, by the action win.load-model. */
GMenuModel *koma_model_menu_new (GPtrArray  *entries, /* KomaModelEntry */
                                 GMenuModel *last_sections);

G_END_DECLS
