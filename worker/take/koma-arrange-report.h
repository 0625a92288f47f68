/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-record.h"

G_BEGIN_DECLS

/* What became of putting files in order, or of undoing it. */
typedef struct
{
  KomaArrangeKind kind;
  guint           n_done; /* files */
  guint           n_all;
  gboolean        is_stopped; /* before its end: cancelled, or the disk is full */
  GPtrArray      *problems;   /* (element-type utf8) a sentence for each file that was left alone */
} KomaArrangeReport;

KomaArrangeReport *koma_arrange_report_new (KomaArrangeKind kind, guint n_all);
void               koma_arrange_report_free (KomaArrangeReport *self);
/* @error: (transfer full) */
void koma_arrange_report_take_error (KomaArrangeReport *self, GError *error);
/* “PATH: reason” */
void koma_arrange_report_add (KomaArrangeReport *self, const char *path, const char *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArrangeReport, koma_arrange_report_free)

G_END_DECLS
