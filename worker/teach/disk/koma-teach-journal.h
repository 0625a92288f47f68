/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder of a project, which one Koma at a time has:
 *   journal.jsonl   see koma-teach-record.h; lines are added at its end
 *   pictures/       of the examples, named by their SHA-256
 *   features/       of the pictures, for each base; may be deleted
 * Thread: one at a time, any but main. */
typedef struct _KomaTeachJournal KomaTeachJournal;

#define KOMA_TEACH_JOURNAL  "journal.jsonl"
#define KOMA_TEACH_PICTURES "pictures"
#define KOMA_TEACH_FEATURES "features"

/* Makes and locks it. Errors: G_IO_ERROR_BUSY: another Koma has it; those of
 * koma_fail_errno (). */
KomaTeachJournal *koma_teach_journal_open (const char *folder, GError **error);
void              koma_teach_journal_free (KomaTeachJournal *self);

gboolean koma_teach_journal_read (KomaTeachJournal *self,
                                  char            **ret_text, /* a NUL is added */
                                  gsize            *ret_length,
                                  GError          **error);
/* Forgets what follows the last whole line. */
gboolean koma_teach_journal_cut (KomaTeachJournal *self, gsize whole_bytes, GError **error);
/* All of @text is on the disk when this returns, or nothing of it is in the journal. */
gboolean koma_teach_journal_append (KomaTeachJournal *self, const char *text, GError **error);
/* The same in place of all that is there. */
gboolean koma_teach_journal_replace (KomaTeachJournal *self, const char *text, GError **error);

int koma_teach_journal_get_pictures (KomaTeachJournal *self); /* descriptor of the folder */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachJournal, koma_teach_journal_free)

G_END_DECLS
