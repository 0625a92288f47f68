/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A class that somebody teaches: a name, a colour, and a GListModel of KomaTeachExample, oldest
 * first. Its project alone changes it; see koma_teach_project_rename_class () and others. One that
 * was removed keeps its examples, and comes back with them by koma_teach_project_undo ().
 *
 * Properties that notify: "name", "colour", "n-examples". Thread: main. */
#define KOMA_TYPE_TEACH_CLASS (koma_teach_class_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachClass, koma_teach_class, KOMA, TEACH_CLASS, GObject)

/* Colours are places in a palette of the window's, for light and dark. */
#define KOMA_TEACH_N_COLOURS 8

guint       koma_teach_class_get_id (KomaTeachClass *self);     /* 1 … , never used again */
const char *koma_teach_class_get_name (KomaTeachClass *self);   /* may be empty */
guint       koma_teach_class_get_colour (KomaTeachClass *self); /* < KOMA_TEACH_N_COLOURS */
guint       koma_teach_class_get_n_examples (KomaTeachClass *self);
gboolean    koma_teach_class_is_removed (KomaTeachClass *self);

G_END_DECLS
