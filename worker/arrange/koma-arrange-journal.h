/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-record.h"

G_BEGIN_DECLS

/* A file of records in koma/sorted of the user's state folder, one for each time that files were
 * put in order, so that it can be undone: after a crash too, and until a later one has been
 * undone first. While somebody writes or undoes it, it is locked. Thread: one at a time, any but
 * main. */
typedef struct _KomaArrangeJournal KomaArrangeJournal;

/* Errors: those of koma_fail_errno (). */
KomaArrangeJournal *koma_arrange_journal_create (GError **error);
/* Errors: also G_IO_ERROR_BUSY: another Koma has it. */
KomaArrangeJournal *koma_arrange_journal_open (const char *path, GError **error);
void                koma_arrange_journal_free (KomaArrangeJournal *self);
const char         *koma_arrange_journal_get_path (const KomaArrangeJournal *self);

/* The record is on the disk when this returns TRUE. */
gboolean koma_arrange_journal_add (KomaArrangeJournal      *self,
                                   const KomaArrangeRecord *record,
                                   GError                 **error);
/* (transfer full) (element-type KomaArrangeRecord) up to the first that is not whole */
GPtrArray *koma_arrange_journal_read (KomaArrangeJournal *self, GError **error);
void       koma_arrange_journal_remove (KomaArrangeJournal *self); /* there is nothing to undo */

/* The path of the newest that nobody has open; (nullable) (transfer full).
 * @ret_is_whole: FALSE: its program ended in the middle */
char *koma_arrange_journal_find (gboolean *ret_is_whole);
void  koma_arrange_journal_prune (void); /* forgets the oldest whole ones of many */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArrangeJournal, koma_arrange_journal_free)

G_END_DECLS
