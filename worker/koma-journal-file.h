/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file of lines that only grows, of which a crash leaves whole lines and at most a part of one at
 * the end. Every function sets errno where it fails. Thread: one at a time, any but main. */
typedef struct
{
  int      fd;            /* that can be written to */
  gsize    length;        /* bytes that are whole lines; what follows them is forgotten */
  gboolean has_half_line; /* behind these */
} KomaJournalFile;

/* All of @text, which is whole lines, is on the disk when this returns TRUE; else nothing of it is
 * in the file, or a part of a line that later calls remove before they write. */
gboolean koma_journal_file_append (KomaJournalFile *self, const char *text);
/* Forgets what follows @length bytes of whole lines. */
gboolean koma_journal_file_cut (KomaJournalFile *self, gsize length);
/* Locks a file or folder until its last descriptor is closed; EWOULDBLOCK: another program has it.
 * A program that was killed while it started a helper leaves its lock to that for a moment, which
 * is waited for. */
gboolean koma_journal_file_lock (int fd);

G_END_DECLS
