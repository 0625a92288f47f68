/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* An argument: a tensor, a number, a list of them, or what else JSON can hold. */
typedef struct
{
  const char *name;        /* (nullable) (borrowed); NULL: by its place */
  JsonNode   *node;        /* (borrowed) */
  guint       first_input; /* index in the call's inputs of the first tensor in it */
} KomaKerasArgument;

/* One use of a function of TensorFlow or of an operation of Keras 3. */
typedef struct
{
  KomaBuilder         *b;
  const KomaKerasCall *call;      /* its op is that of the row */
  GArray              *arguments; /* (owned) KomaKerasArgument, those by place first */
} KomaKerasOperation;

/* As KomaKerasLower; rows are in operations.inc. */
typedef KomaValueId (*KomaKerasOperationRule) (KomaKerasOperation *self);

#define KOMA_KERAS_OPERATION(name, rule, op) \
  KomaValueId koma_keras_operation_##rule (KomaKerasOperation *self);
#include "operations.inc"
#undef KOMA_KERAS_OPERATION

KomaValueId koma_keras_lower_operation (KomaBuilder *b, const KomaKerasCall *call);

/* Arguments. @names: NULL-terminated, what it is called in TensorFlow and in Keras 3; settings of
 * the operation count as arguments with a name. */
void koma_keras_operation_read_arguments (KomaKerasOperation *self);
/* FALSE where it is missing or null */
gboolean koma_keras_operation_find (const KomaKerasOperation *self,
                                    guint                     place,
                                    const char *const        *names,
                                    KomaKerasArgument        *ret_argument);
/* A tensor, also one made of numbers. */
KomaValueId koma_keras_operation_value (KomaKerasOperation *self,
                                        guint               place,
                                        const char *const  *names);
/* (transfer full) (element-type KomaValueId) (nullable) A list of tensors. */
GArray *koma_keras_operation_values (KomaKerasOperation *self,
                                     guint               place,
                                     const char *const  *names,
                                     gboolean            is_int); /* what numbers become */
/* One number or a list; how many, 0 where it is missing. */
guint koma_keras_operation_ints (KomaKerasOperation *self,
                                 guint               place,
                                 const char *const  *names,
                                 gint32             *ret_ints); /* [KOMA_MAX_RANK] */
/* The same, but 0 where it is no list of numbers. */
guint koma_keras_operation_known_ints (KomaKerasOperation *self,
                                       guint               place,
                                       const char *const  *names,
                                       gint32             *ret_ints); /* [KOMA_MAX_RANK] */
/* As bits: @fallback where it is missing. */
guint koma_keras_operation_axes (KomaKerasOperation *self,
                                 guint               place,
                                 guint               rank,
                                 guint               fallback);
/* Returns KOMA_VALUE_NONE */
KomaValueId koma_keras_operation_fail (KomaKerasOperation *self,
                                       const char *const  *names,
                                       const char         *expected);
/* The tensor that it works on. */
KomaValueId koma_keras_operation_input (KomaKerasOperation *self);

G_END_DECLS
