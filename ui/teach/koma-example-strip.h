/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/teach/project/koma-teach-example.h"

G_BEGIN_DECLS

/* The last examples of a list, which are the newest, or the first: as many as there is room for. */
#define KOMA_TYPE_EXAMPLE_STRIP (koma_example_strip_get_type ())
G_DECLARE_FINAL_TYPE (KomaExampleStrip, koma_example_strip, KOMA, EXAMPLE_STRIP, GtkWidget)

/* @examples: (nullable) */
void koma_example_strip_set_examples (KomaExampleStrip *self, GListModel *examples);
void koma_example_strip_set_first (KomaExampleStrip *self, GListModel *examples);

G_END_DECLS
