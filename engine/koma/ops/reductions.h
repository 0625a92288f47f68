/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Many numbers to one, over some dimensions or all of them. */
KomaTensor *koma_tensor_all (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_any (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_arg_max (KomaTensor *self, int axis, GError **error);
KomaTensor *koma_tensor_arg_min (KomaTensor *self, int axis, GError **error);
KomaTensor *koma_tensor_log_sum_exp (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_max (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_mean (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_min (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_prod (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);
KomaTensor *koma_tensor_sum (
  KomaTensor *self, const int *axes, guint n_axes, gboolean keep_dims, GError **error);

G_END_DECLS
