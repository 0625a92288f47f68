/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma.h"

#define assert_refused(call, code)                  \
  G_STMT_START                                      \
  {                                                 \
    g_autoptr (GError) error = NULL;                \
    g_assert_false (call);                          \
    g_assert_error (error, KOMA_ERROR, (code));     \
    g_test_message ("refused: %s", error->message); \
  }                                                 \
  G_STMT_END

/* All kinds, by the names that koma_optimizer_new() takes. */
extern const char *const optimizer_names[8];

KomaVariable *new_variable (float a, float b, gboolean is_trainable);
float         read_float (gpointer tensor, guint index);
/* Σ x² of the one variable, or of the one that is given; the gradient is 2 x. */
KomaTensor *sum_of_squares (GPtrArray *xs, gpointer variable, GError **error);
/* One step; the loss before it. */
float minimize (KomaOptimizer *optimizer, KomaVariable *variable);
/* What another one has noted. */
void take_weights (KomaOptimizer *self, KomaOptimizer *from);
