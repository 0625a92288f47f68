/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/koma-file-id.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_ARRANGE_COPY,
  KOMA_ARRANGE_MOVE,
  KOMA_ARRANGE_LINK,  /* symbolic, absolute: on any file system */
  KOMA_ARRANGE_LABEL, /* XMP sidecars beside the pictures, wherever they are */
} KomaArrangeKind;

/* What was done, or undone. */
typedef struct
{
  KomaArrangeKind kind;
  guint           n_files;
} KomaArrangeWork;

/* One line of a journal: what is about to be done, and what undoes it. It is on the disk before. */
typedef enum {
  KOMA_RECORD_FOLDER, /* @to is made */
  KOMA_RECORD_COPY,   /* @part, with the content of @from, which becomes @to */
  KOMA_RECORD_PLACE,  /* @part is whole, is @id with @sha256, and becomes @to */
  KOMA_RECORD_MOVE,   /* @from, which is @id, becomes @to on the same file system */
  KOMA_RECORD_REMOVE, /* @from, which is @id with @sha256, is @to on another one, and goes */
  KOMA_RECORD_LINK,   /* @to points to @from */
  KOMA_RECORD_LABEL,  /* @to gets the content @sha256, by way of @part; it had @before */
  KOMA_RECORD_END,    /* all was done, or it was stopped in good order */
  KOMA_N_RECORDS,
} KomaRecordKind;

/* Paths are absolute and any bytes; what a kind does not have is NULL or 0. */
typedef struct
{
  KomaRecordKind kind;
  char          *from;
  char          *to;
  char          *part;
  KomaFileId     id;
  char          *sha256;
  GBytes        *before;   /* NULL: there was no such file */
  guint          mode;     /* of @before … */
  gint64         mtime_ns; /* … and when it was changed */
  guint64        number;   /* of its line; from 1 on, 0: it has none */
} KomaArrangeRecord;

typedef enum {
  KOMA_RECORD_IS_WHOLE,
  KOMA_RECORD_IS_UNKNOWN, /* JSON that says what this version does not know */
  KOMA_RECORD_IS_DAMAGED, /* no JSON */
} KomaRecordState;

void  koma_arrange_record_clear (KomaArrangeRecord *record);
char *koma_arrange_record_to_json (const KomaArrangeRecord *record);
/* Sets @ret_record to one that is whole only. Any bytes. */
KomaRecordState koma_arrange_record_parse (const char        *line,
                                           gsize              length,
                                           KomaArrangeRecord *ret_record);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaArrangeRecord, koma_arrange_record_clear)

G_END_DECLS
