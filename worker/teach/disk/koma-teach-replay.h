/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-record.h"

G_BEGIN_DECLS

/* How a project is after all lines of its journal. */
typedef struct
{
  KomaTeachProjectRecord project;
  GPtrArray             *classes;       /* (element-type KomaTeachClassRecord) in their order */
  GPtrArray             *examples;      /* (element-type KomaTeachExampleRecord) by class,
                                    * then by key; those of no class left out */
  GHashTable            *pictures;      /* (element-type utf8) that any line names */
  guint                  last_class_id; /* the greatest that was ever used */
  guint64                last_key;

  gsize whole_bytes; /* up to the last newline: what follows was not written to its end */
  gsize cut_bytes;   /* that follow */
  guint n_lines;
  guint n_unknown; /* lines that are damaged, or of a later Koma */
} KomaTeachReplay;

/* Errors: G_IO_ERROR_INVALID_DATA: it is no journal, or one of a later version. */
KomaTeachReplay *koma_teach_replay_new (const char *text, gsize length, GError **error);
void             koma_teach_replay_free (KomaTeachReplay *self);
/* A journal that has nothing but what is left. */
char *koma_teach_replay_write (const KomaTeachReplay *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachReplay, koma_teach_replay_free)

G_END_DECLS
