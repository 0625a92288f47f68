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
  KomaKerasBuilder    *builder;
  const KomaKerasCall *call;      /* its op is that of the row */
  GArray              *arguments; /* (owned) KomaKerasArgument, those by place first */
} KomaKerasOperation;

/* As KomaKerasLower; rows are in operations.inc. */
typedef gboolean (*KomaKerasOperationRule) (KomaKerasOperation *self,
                                            KomaValueId        *ret_output,
                                            GError            **error);

#define KOMA_KERAS_OPERATION(name, rule, op)                            \
  gboolean koma_keras_operation_##rule (KomaKerasOperation *self,       \
                                        KomaValueId        *ret_output, \
                                        GError            **error);
#include "operations.inc"
#undef KOMA_KERAS_OPERATION

gboolean koma_keras_lower_operation (KomaKerasBuilder    *builder,
                                     const KomaKerasCall *call,
                                     KomaValueId         *ret_output,
                                     GError             **error);

/* Arguments. @names: NULL-terminated, what it is called in TensorFlow and in Keras 3; settings of
 * the operation count as arguments with a name. */
gboolean koma_keras_operation_read_arguments (KomaKerasOperation *self, GError **error);
/* FALSE where it is missing or null */
gboolean koma_keras_operation_find (const KomaKerasOperation *self,
                                    guint                     place,
                                    const char *const        *names,
                                    KomaKerasArgument        *ret_argument);
/* A tensor, also one made of numbers. */
gboolean koma_keras_operation_value (KomaKerasOperation *self,
                                     guint               place,
                                     const char *const  *names,
                                     KomaValueId        *ret_value,
                                     GError            **error);
/* (transfer full) (element-type KomaValueId) (nullable) A list of tensors. */
GArray *koma_keras_operation_values (KomaKerasOperation *self,
                                     guint               place,
                                     const char *const  *names,
                                     gboolean            is_int, /* what numbers become */
                                     GError            **error);
/* One number or a list; 0 of them where it is missing. */
gboolean koma_keras_operation_ints (KomaKerasOperation *self,
                                    guint               place,
                                    const char *const  *names,
                                    gint32             *ret_ints, /* [KOMA_MAX_RANK] */
                                    guint              *ret_n_ints,
                                    GError            **error);
/* As bits: @fallback where it is missing. */
gboolean koma_keras_operation_axes (KomaKerasOperation *self,
                                    guint               place,
                                    guint               rank,
                                    guint               fallback,
                                    guint              *ret_axes,
                                    GError            **error);
gboolean koma_keras_operation_fail (const char *const *names, const char *expected, GError **error);
/* The tensor that it works on. */
gboolean koma_keras_operation_input (KomaKerasOperation *self,
                                     KomaValueId        *ret_value,
                                     GError            **error);

G_END_DECLS
