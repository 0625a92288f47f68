/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "engine/graph/array.h"
#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* An element-wise formula on large tensors that runs when its result is read. Until then another
 * such formula can take it in: both are one program then, which goes through memory once
 * (engine/backends/cpu/chain.c). Used by one thread at a time. */
typedef struct _KomaPutOff KomaPutOff;

/* A tensor whose formula another one has taken in. If it is still there when that runs, it gets its
 * data, too. */
typedef struct
{
  GWeakRef    tensor;
  KomaValueId value; /* of the other's graph */
} KomaPutOffMember;

/* (element-type KomaPutOffMember) */
GPtrArray *koma_put_off_members_new (void);

/* Whether @y of @graph is to be put off, where the backend in force gains by it. */
gboolean koma_put_off_suits (const KomaGraph *graph, KomaValueId y);

KomaPutOff *koma_put_off_new (KomaGraph  *graph,   /* (transfer full) without outputs */
                              GPtrArray  *arrays,  /* (transfer full) KomaArray *, its inputs */
                              GPtrArray  *members, /* (transfer full) */
                              KomaValueId y);
void        koma_put_off_free (KomaPutOff *self);

const KomaValue *koma_put_off_get_value (const KomaPutOff *self);
GPtrArray       *koma_put_off_get_members (KomaPutOff *self); /* (transfer none) */

/* Adds it to another graph, its inputs to those of that, and @tensor, which it is of, to its
 * members. NONE: it was taken before, and is better computed now. */
KomaValueId koma_put_off_take (KomaPutOff *self,
                               gpointer    tensor,
                               KomaGraph  *to,
                               GPtrArray  *arrays,
                               GPtrArray  *members);
/* A member, which then is none, has its data now. */
void koma_put_off_replace (KomaPutOff *self, guint index, KomaArray *array);
/* The result, and some other values of it. */
gboolean koma_put_off_run (KomaPutOff *self,
                           GArray     *others,     /* (element-type KomaValueId) */
                           KomaArray **ret_arrays, /* [1 + n others] (transfer full) */
                           GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
