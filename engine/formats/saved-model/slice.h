/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/graphdef/graphdef.pb-c.h"

#include <glib.h>

G_BEGIN_DECLS

/* The key of one of the parts that a variable was saved in; NULL where it has no such part. */
/* Whether a part is all there is. */
gboolean    koma_slice_is_whole (const char                  *slice,
                                 const Koma__Tf__TensorShape *shape);
GByteArray *koma_slice_find_key (const char                  *name,
                                 const Koma__Tf__BundleEntry *whole,
                                 const char                  *slice);

G_END_DECLS
