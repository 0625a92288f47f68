/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The weights of a fine-tuned base, in a file of the project's folder, KOMA_TEACH_TUNED. Immutable,
 * atomic reference count: any thread. */
typedef struct
{
  char       *hash;    /* of its content: the name of the file */
  char       *base;    /* koma_teach_base_get_hash () of the base as it was */
  GHashTable *seen;    /* (element-type utf8) names of the pictures that it has learned from */
  GBytes     *weights; /* koma_tail_read_weights () */
  guint       n_held_out;
  guint       n_right_before; /* of those held out */
  guint       n_right_after;
} KomaTeachTuned;

#define KOMA_TEACH_TUNED "tuned"

/* Writes it, whole or not at all: it is on the disk when this returns. @values: all but the hash;
 * (transfer full) of what it points to. Thread: any but main. */
KomaTeachTuned *koma_teach_tuned_write (const char     *folder,
                                        KomaTeachTuned *values,
                                        GError        **error);
/* Errors: G_IO_ERROR_INVALID_DATA: it is damaged; those of the disk. Thread: any but main. */
KomaTeachTuned *koma_teach_tuned_read (const char *folder, const char *hash, GError **error);
/* Removes all files but one. Thread: any but main. */
void koma_teach_tuned_prune (const char *folder, const char *hash); /* (nullable) */

KomaTeachTuned *koma_teach_tuned_ref (KomaTeachTuned *self);
void            koma_teach_tuned_unref (gpointer self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachTuned, koma_teach_tuned_unref)

G_END_DECLS
