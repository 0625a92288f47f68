/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-inspection.h"

G_BEGIN_DECLS

gboolean koma_inspection_try (KomaInspection *self,
                              char          **arguments, /* NULL-terminated */
                              GError        **error);

G_END_DECLS
