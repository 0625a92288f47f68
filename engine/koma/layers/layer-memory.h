/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/koma/tensor/environment.h"
#include "engine/koma/tensor/variable.h"

G_BEGIN_DECLS

/* The numbers of a weight, or of a state. A layer owns them, and the models that it is part of have
 * references: they train with this very memory. It counts as a tensor. */
typedef struct
{
  gatomicrefcount  ref_count;
  KomaEnvironment *environment; /* (owned) of the thread that uses it */
  KomaArray       *array;       /* (owned) float32; its variable alone has it, too */
  gboolean         is_learnable;
  gboolean         is_state;
  gboolean         is_fresh; /* nobody knows what it begins with: a model may decide on that */
  KomaVariable    *variable; /* (owned) (nullable) since it is asked for; it counts then */
} KomaLayerMemory;

/* Zeros, or a copy. */
KomaLayerMemory *koma_layer_memory_new (const KomaShape *shape,
                                        const float     *values, /* (nullable) */
                                        GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaLayerMemory *koma_layer_memory_ref (KomaLayerMemory *self);
void             koma_layer_memory_unref (KomaLayerMemory *self);
/* On its thread. (borrowed) */
KomaVariable *koma_layer_memory_get_variable (KomaLayerMemory *self);
/* Whether a model may still decide on what it begins with. */
gboolean koma_layer_memory_is_open (const KomaLayerMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLayerMemory, koma_layer_memory_unref)

G_END_DECLS
