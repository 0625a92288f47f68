/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of a picture that is like no other one. */
#define KOMA_SIMILAR_ALONE G_MAXUINT

/* Puts pictures into groups that need no classes, by their vectors: the closest group is 0. Returns
 * how many groups of two and more there are. Thread: any. */
guint koma_similar_groups_find (KomaFeatureVector *const *vectors, /* of one width, of length 1 */
                                guint                     n,
                                GCancellable             *cancellable, /* (nullable) ends early */
                                guint                    *ret_groups);                    /* [n] */

G_END_DECLS
