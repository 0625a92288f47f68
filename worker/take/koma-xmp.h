/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-correction.h"
#include "koma-provenance.h"
#include "koma-rating.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* Labels beside a picture, in a file of their own: PICTURE.EXT.xmp. The picture is never touched.
 *   dc:subject      the labels, beside those that others wrote
 *   koma:Subjects   which of them Koma wrote, so that the next answer replaces them
 *   koma:Scores     a sequence of koma:Label, koma:Index and koma:Score
 *   koma:Model, koma:ModelHash, koma:Recipe, koma:Backend, koma:Precision, koma:Version
 *   koma:CorrectedBy, koma:CorrectedAt  of a person who said what the label is
 *   xmp:Rating      stars that a person gave, see koma-rating.h
 *   koma:Rating     the same, if Koma wrote it: so one that is taken back goes */
#define KOMA_XMP_NAMESPACE "https://koma.app/ns/1.0/"
#define KOMA_XMP_SUFFIX    ".xmp"

/* "cat.jpg" → "cat.jpg.xmp"; (transfer full), any bytes */
char *koma_xmp_dup_path (const char *picture_path);

typedef struct
{
  char **subjects; /* dc:subject: all, in their order; empty if there are none */
  char **own;      /* those of them that Koma wrote */
} KomaXmpLabels;

void koma_xmp_labels_clear (KomaXmpLabels *labels);
/* Reads a sidecar, in the box. Errors: G_IO_ERROR_INVALID_DATA: it is no XMP, or too deep or large
 * (koma-xmp-outline.h); G_IO_ERROR_NOT_SUPPORTED: there is no Exempi; those of koma_file_read ()
 * and koma_box_answer_xmp (). Thread: any but main; it reads a file. */
gboolean koma_xmp_read_labels (const char    *path, /* of the sidecar */
                               KomaXmpLabels *ret_labels,
                               GError       **error);

/* What is written. */
typedef struct
{
  KomaResult           *result;
  const KomaCorrection *correction; /* (nullable) */
  guint                 n_labels;   /* in dc:subject; koma:Scores has all */
  int                   stars;      /* without, a rating of somebody else stays */
} KomaXmpEntry;

/* What is to be in a sidecar once the best labels of a result are written, or in their place the
 * one that a person says: all that @before has, and these. Errors: as above. Thread: any but
 * main. */
GBytes *koma_xmp_merge (GBytes             *before, /* (nullable) the sidecar as it is */
                        const KomaXmpEntry *entry,
                        GError            **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaXmpLabels, koma_xmp_labels_clear)

G_END_DECLS
