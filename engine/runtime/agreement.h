/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session.h"

G_BEGIN_DECLS

/* How much a backend's results differ from plain C's, with one model on the same
 * numbers. */
typedef struct
{
  gboolean is_agreeing; /* within the tolerance that was asked for */
  double   difference;  /* the greatest, as a fraction of the range of plain C's output */
  char    *op;          /* (nullable) of the first node that differs: "Conv2D" */
  char    *node;        /* (nullable) its name */
} KomaAgreement;

/* The difference that rounding explains, in the precision of @session. */
double   koma_agreement_get_tolerance (const KomaSession *session);
gboolean koma_agreement_check (KomaSession              *session,
                               const KomaSessionOptions *options, /* of @session */
                               double                    tolerance,
                               KomaAgreement            *ret_agreement,
                               GError                  **error);
void     koma_agreement_clear (KomaAgreement *agreement);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaAgreement, koma_agreement_clear)

G_END_DECLS
