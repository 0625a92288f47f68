/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A classifier whose graph is a softmax of all that a picture has, and its pictures. */
#pragma once

#include "engine/classify/classifier.h"
#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Of a picture, and numbers that it has; each of them is a class. */
#define SIDE     2
#define N_VALUES (SIDE * SIDE * 3)

#define N_PICTURES 100 /* to classify */

/* Of a graph: a constant, and a node of one input or two. */
KomaValueId classifier_add_ints (KomaGraph *graph, const gint32 *values, gint64 n);
KomaValueId classifier_add_node (KomaGraph  *graph,
                                 KomaOp      op,
                                 KomaValueId a,
                                 KomaValueId b); /* or KOMA_VALUE_NONE */

/* [@n_pictures,2,2,3] → [@n_rows,12] */
KomaGraph      *classifier_make_graph_of (gint64 n_pictures, gint32 n_rows);
KomaGraph      *classifier_make_graph (void); /* of any batch */
KomaClassifier *classifier_open (const KomaGraph *graph, guint n_threads, guint batch);

/* A KomaPictureWork's: those of the picture @index */
void classifier_fill (guint index, float *ret_input, gpointer user_data);
/* What the graph makes of a picture. */
void classifier_apply_softmax (const float *input, double *ret_scores);
void classifier_check_row (const float *row, const double *expected);

G_END_DECLS
