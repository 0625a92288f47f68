/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "put-off.h"
#include "tensor.h"
#include "trace.h"

G_BEGIN_DECLS

/* Derived by KomaVariable alone: the structures are not public. */
struct _KomaTensor
{
  GInitiallyUnowned parent_instance;

  /* Immutable after construction. */
  KomaEnvironment *environment; /* (owned) it counts the tensor */
  KomaDType        dtype;
  KomaShape        shape;
  int              dims[KOMA_MAX_RANK]; /* those of shape */

  /* Owner's thread only. */
  KomaArray  *array;   /* (nullable) (owned) NULL: disposed of, or not computed yet */
  KomaPutOff *put_off; /* (nullable) (owned) what computes it when it is read */
  KomaTrace  *trace;   /* (nullable) (owned) where it is … */
  KomaValueId value;   /* … this value */
  gboolean    is_disposed;
  GHashTable *scope; /* (nullable) (borrowed) the set that it dies with */
};

#define KOMA_TENSOR_CLASS(klass) ((KomaTensorClass *) (klass))
#define KOMA_TENSOR_GET_CLASS(self) \
  (G_TYPE_INSTANCE_GET_CLASS ((self), KOMA_TYPE_TENSOR, KomaTensorClass))

struct _KomaTensorClass
{
  GInitiallyUnownedClass parent_class;

  /* (nullable) before data are read */
  gboolean (*load) (KomaTensor *self, GError **error);
};

void        koma_tensor_set_up (KomaTensor *self, KomaDType dtype, const KomaShape *shape);
KomaTensor *koma_tensor_new_from_array (KomaArray *array);
KomaTensor *koma_tensor_float (KomaTensor *self);
KomaTensor *koma_tensor_new_put_off (KomaPutOff *put_off);
KomaTensor *koma_tensor_new_traced (KomaTrace *trace, KomaValueId value);
/* A complex tensor is an array or a value of float32 with one dimension more, of size 2: real and
 * imaginary part. A new tensor of such pairs becomes complex; its memory stays. */
void       koma_tensor_make_complex (KomaTensor *self);
gboolean   koma_tensor_compute (KomaTensor *const *tensors, guint n_tensors, GError **error);
KomaArray *koma_tensor_get_array (KomaTensor *self, GError **error);    /* refuses complex64 */
KomaArray *koma_tensor_get_elements (KomaTensor *self, GError **error); /* pairs, if complex */
void       koma_tensor_renew_put_off (KomaTensor *self);
GPtrArray *koma_tensor_list_put_off (GPtrArray *members, GArray *ret_values);
void       koma_tensor_set_computed (GPtrArray *tensors, KomaArray **arrays);
gboolean   koma_tensor_check_real (KomaTensor *self, GError **error);
void       koma_tensor_set_array (KomaTensor *self, KomaArray *array);
gboolean   koma_tensor_check (KomaTensor *self, GError **error);

G_END_DECLS
