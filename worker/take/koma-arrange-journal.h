/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-lines.h"

G_BEGIN_DECLS

/* A file of lines in koma/sorted of the user's state folder, one for each time that files were put
 * in order, so that it can be undone: after a crash too, and until a later one has been undone
 * first. It stays until it was undone. Its name is a number that counts up, whatever the clock
 * says. While somebody writes or undoes it, it is locked. Thread: one at a time, any but main. */
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
/* Errors: those of koma_arrange_lines_parse () and koma_file_read (). */
gboolean koma_arrange_journal_read (KomaArrangeJournal *self,
                                    KomaArrangeLines   *ret_lines,
                                    GError            **error);
void     koma_arrange_journal_remove (KomaArrangeJournal *self); /* there is nothing to undo */
/* Out of the way of earlier ones, under a name that is returned: it could not be read as a whole,
 * and what could be is undone. (transfer full) */
char *koma_arrange_journal_set_aside (KomaArrangeJournal *self, GError **error);

/* The path of the newest that nobody has open, and that says something or can not be read;
 * (nullable) (transfer full). @ret_is_whole: FALSE: its program ended in the middle */
char *koma_arrange_journal_find (gboolean *ret_is_whole);
/* @ret_work: what its lines say, so far as they can be read. Errors: it is of another version, or
 * damaged: some of it can not be undone. */
gboolean koma_arrange_journal_check (const char      *path,
                                     KomaArrangeWork *ret_work,
                                     GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArrangeJournal, koma_arrange_journal_free)

G_END_DECLS
