/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "labels.h"

G_BEGIN_DECLS

/* What people may call the classes of a model. Immutable; any thread. */
typedef struct _KomaLabelAliases KomaLabelAliases;

typedef enum {
  KOMA_ALIAS_FOUND,
  KOMA_ALIAS_UNKNOWN,
  KOMA_ALIAS_AMBIGUOUS, /* several classes are called so */
} KomaAliasMatch;

KomaLabelAliases *koma_label_aliases_new (const KomaLabels *labels);
void              koma_label_aliases_free (KomaLabelAliases *aliases); /* (nullable) */
KomaAliasMatch    koma_label_aliases_find (const KomaLabelAliases *aliases,
                                           const char             *word,
                                           guint                  *ret_index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLabelAliases, koma_label_aliases_free)

G_END_DECLS
