/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/evaluation/koma-evaluated-pair.h"

G_BEGIN_DECLS

/* Fills a column view with a row for each class that has pictures or was answered; a click on a
 * column's title sorts by it. */
void koma_class_table_show (GtkColumnView *view, KomaEvaluated *evaluated);
/* The same with what both sides find of each class; the greatest change comes first. */
void koma_class_table_show_pair (GtkColumnView *view, KomaEvaluatedPair *pair);

G_END_DECLS
