/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-record.h"

G_BEGIN_DECLS

/* What a journal's text says:
 *   {"koma-sorted":1}
 *   {"do":"folder", …, "n":1, "sum":"9f86d081884c7d65"}
 *   {"do":"copy", …, "n":2, "sum":"60303ae22b998861"}
 * Each line has its number and the beginning of its SHA-256, so that one that was changed or went
 * is known as such, and the others still count. The first journals have no first line, no numbers
 * and no sums. */
#define KOMA_ARRANGE_LINES_VERSION 1

typedef struct
{
  GPtrArray *records;   /* (element-type KomaArrangeRecord) in their order */
  guint      n_damaged; /* lines that were changed, were cut off, or are missing */
  guint      n_unknown; /* lines that are whole and say what this version does not know */
} KomaArrangeLines;

char *koma_arrange_lines_dup_first (void); /* with its end */
/* A line, with its end, of an object that has its number. */
char *koma_arrange_lines_seal (const char *object);

/* Errors: G_IO_ERROR_NOT_SUPPORTED: it is of another version. Thread: any. */
gboolean        koma_arrange_lines_parse (const char       *text,
                                          gsize             length,
                                          const char       *path, /* for the error */
                                          KomaArrangeLines *ret_lines,
                                          GError          **error);
gboolean        koma_arrange_lines_are_whole (const KomaArrangeLines *lines);
gboolean        koma_arrange_lines_have_end (const KomaArrangeLines *lines);
guint64         koma_arrange_lines_get_last (const KomaArrangeLines *lines); /* the number; or 0 */
KomaArrangeWork koma_arrange_lines_sum_up (const KomaArrangeLines *lines);
/* FALSE: nothing was done, for sure. */
gboolean koma_arrange_lines_say_something (const KomaArrangeLines *lines);
void     koma_arrange_lines_clear (KomaArrangeLines *lines);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaArrangeLines, koma_arrange_lines_clear)

G_END_DECLS
