/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma.h"

/* Compares what this thread's tensors take with three numbers, as tf.memory () gives them. */
#define assert_memory(tensors, buffers, bytes)                       \
  G_STMT_START                                                       \
  {                                                                  \
    KomaMemory memory_;                                              \
    koma_environment_get_memory (koma_environment_get (), &memory_); \
    g_assert_cmpuint (memory_.n_tensors, ==, (tensors));             \
    g_assert_cmpuint (memory_.n_data_buffers, ==, (buffers));        \
    g_assert_cmpuint (memory_.n_bytes, ==, (bytes));                 \
  }                                                                  \
  G_STMT_END

/* Compares all elements of a tensor with those written out. */
#define assert_floats(tensor, ...)                                                     \
  G_STMT_START                                                                         \
  {                                                                                    \
    const float wanted_[] = { __VA_ARGS__ };                                           \
    gsize       n_found_ = 0;                                                          \
    g_autoptr (GError) error_ = NULL;                                                  \
    g_autofree float *found_ = koma_tensor_read_floats ((tensor), &n_found_, &error_); \
    g_assert_no_error (error_);                                                        \
    g_assert_cmpmem (found_, n_found_ * sizeof (float), wanted_, sizeof wanted_);      \
  }                                                                                    \
  G_STMT_END
