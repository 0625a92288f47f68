/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-shown-list.h"

G_BEGIN_DECLS

/* Counts the classes and kinds of all pictures of a list, over as many turns of the main loop as a
 * long one takes. */
typedef struct _KomaClassCount KomaClassCount;

/* @classes, @kinds: names with guints */
typedef void (*KomaClassCountFunc) (GHashTable *classes, GHashTable *kinds, gpointer user_data);

/* Calls @func before it returns, and once more if that was not all yet. */
KomaClassCount *koma_class_count_new (KomaShownList     *list,
                                      KomaClassCountFunc func,
                                      gpointer           user_data);
void            koma_class_count_free (KomaClassCount *self); /* @func is not called any more */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaClassCount, koma_class_count_free)

G_END_DECLS
