/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-class.h"

G_BEGIN_DECLS

/* What can be done with a class: actions of the group "teach", with its number. */
GMenuModel *koma_class_menu_new (KomaTeachClass *klass);

G_END_DECLS
