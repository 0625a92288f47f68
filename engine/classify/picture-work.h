/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where pictures come from and where what was computed of them goes. The functions are called once
 * for each picture, on the thread that computes it: at the same time for pictures of several
 * threads. */
typedef struct
{
  void (*fill_input) (guint index, float *ret_input, gpointer user_data);     /* [input_size] */
  void (*take_scores) (guint index, const float *scores, gpointer user_data); /* [n_classes] */
  gpointer user_data;
  /* (nullable) Before the scores, where the model has an output KOMA_VECTOR_OUTPUT. */
  void (*take_vector) (guint index, const float *vector, guint width, gpointer user_data);
} KomaPictureWork;

G_END_DECLS
