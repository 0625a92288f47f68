/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Two models, or one with two recipes, on the same pictures. */
typedef struct
{
  guint  n_both;        /* pictures that both answer rightly */
  guint  n_first_only;  /* that the first alone does */
  guint  n_second_only; /* that the second alone does */
  guint  n_neither;
  double p; /* how likely a difference as great as this is by chance, if both are equally good */
} KomaMcnemar;

KomaMcnemar koma_mcnemar_test (const gboolean *is_first_right,  /* [n] */
                               const gboolean *is_second_right, /* [n] */
                               guint           n);

G_END_DECLS
