/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* n vectors of m numbers each, one behind the other, n at most m, all finite: they are turned in
 * their space until each is orthogonal to all others, so that they are U · s of the matrix with
 * these columns; @turns becomes V, whose vectors are columns in the same order. FALSE: it did not
 * end. */
gboolean koma_jacobi_rotate (double *vectors, /* [n, m] */
                             double *turns,   /* (nullable) [n, n] */
                             gsize   m,
                             gsize   n) G_GNUC_WARN_UNUSED_RESULT;

/* The first @n_known of @n vectors have length 1 and are orthogonal; the others become so. */
void koma_jacobi_complete (double *vectors /* [n, m] */, gsize m, gsize n_known, gsize n);

G_END_DECLS
