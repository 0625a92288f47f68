/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tests/engine/koma/memory-fixture.h"

/* A model that knows the words for eight colours, its pictures, and what tensors hold. */
#define N_COLOURS 8

static const char *const colours[] = { "red", "green", "blue", "yellow",
                                       "cyan", "magenta", "white", "black", NULL };
static inline char *
find_data (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "data", name, NULL);
}

static inline char *
find_picture (const char *name)
{
  g_autofree char *path = g_strdup_printf ("examples/programs/colour-words/%s.png", name);

  return find_data (path);
}

static inline KomaGraphModel *
load (const char *name)
{
  g_autofree char *path = find_data (name);
  g_autoptr (GError) error = NULL;
  KomaGraphModel *model = koma_graph_model_load (path, &error);

  g_assert_no_error (error);
  return model;
}

static inline KomaGraphModel *
load_words (void)
{
  return load ("examples/programs/colour-words");
}

static inline float *
read_floats (KomaTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  gsize  n = 0;
  float *numbers = koma_tensor_read_floats (tensor, &n, &error);

  g_assert_no_error (error);
  return numbers;
}

static inline int *
read_ints (KomaTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  int  *numbers = koma_tensor_read_ints (tensor, &n, &error);

  g_assert_no_error (error);
  return numbers;
}

/* (transfer full) The numbers of a tensor [rows, width]. */
static inline float *
read_rows (KomaTensor *tensor,
           guint       n_rows,
           guint       width)
{
  guint      rank = 0;
  const int *shape = koma_tensor_get_shape (tensor, &rank);

  g_assert_cmpuint (rank, ==, 2);
  g_assert_cmpint (shape[0], ==, (int) n_rows);
  g_assert_cmpint (shape[1], ==, (int) width);
  g_assert_cmpint (koma_tensor_get_dtype (tensor), ==, KOMA_DTYPE_FLOAT32);
  return read_floats (tensor);
}

static inline void
assert_unit (const float *vector,
             guint        width)
{
  double sum = 0;

  for (guint i = 0; i < width; i++)
    sum += (double) vector[i] * vector[i];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
}
