/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-record.h"
#include "koma-export-row.h"

G_BEGIN_DECLS

/* Why a picture is left alone. */
typedef enum {
  KOMA_SKIP_NOT_SURE,
  KOMA_SKIP_NO_ANSWER,
  KOMA_SKIP_NO_FILE,  /* a cell of a picture, pasted, or on no disk of this computer */
  KOMA_SKIP_TWICE,    /* the same file is there already */
  KOMA_SKIP_TAKEN,    /* there is a file of this name */
  KOMA_SKIP_VANISHED, /* the file has gone, or is none that can be moved */
  KOMA_SKIP_IN_PLACE, /* it is in its folder */
  KOMA_SKIP_SIDECAR,  /* its sidecar is no regular file, and stays; the picture does not */
  KOMA_N_SKIPS,
} KomaArrangeSkip;

typedef struct
{
  KomaArrangeKind kind;
  const char     *into;        /* the folder of the folders; any bytes; NULL for labels */
  double          sure_from;   /* the lowest score, or KOMA_SURE_BY_MODEL */
  const char     *not_sure;    /* (nullable) folder of those below; NULL: they are left alone */
  gboolean        is_numbered; /* “cat (2).jpg” where there is a cat.jpg; else it is left alone */
  gboolean        is_by_kind;  /* folders are of kinds (“Animals”), or of classes without one */
  guint           n_labels;    /* of each picture */
} KomaArrangeOptions;

typedef struct
{
  char           *from;
  char           *to;     /* of a label: the sidecar */
  guint           folder; /* index */
  gboolean        is_renamed;
  KomaFileId      id; /* of @from */
  KomaResult     *result;
  KomaCorrection *correction; /* (nullable) */
  int             stars;      /* see koma-rating.h */
} KomaArrangeStep;

typedef struct
{
  char    *name; /* UTF-8; of a label: the label */
  char    *path; /* NULL for labels */
  guint    n_steps;
  guint    n_renamed; /* or, of labels, sidecars that are there already */
  gboolean is_new;
} KomaArrangeFolder;

/* What would be done: nothing has been. Immutable. */
typedef struct
{
  gatomicrefcount ref_count;
  KomaArrangeKind kind;
  guint           n_labels;
  char           *into;
  GPtrArray      *steps;   /* (element-type KomaArrangeStep) */
  GPtrArray      *folders; /* (element-type KomaArrangeFolder) */
  guint           n_skipped[KOMA_N_SKIPS];
} KomaArrangePlan;

/* @rows: (element-type KomaExportRow). Thread: any but main; it looks at each file. */
KomaArrangePlan *koma_arrange_plan_new (const GPtrArray          *rows,
                                        const KomaArrangeOptions *options,
                                        GCancellable             *cancellable);
KomaArrangePlan *koma_arrange_plan_ref (KomaArrangePlan *self);
void             koma_arrange_plan_unref (KomaArrangePlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArrangePlan, koma_arrange_plan_unref)

G_END_DECLS
