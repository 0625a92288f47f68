/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What tests of widgets share. */

/* Begins; FALSE: there is no display, and main () is to return 0. Names for screen readers can be
 * asked for, and go nowhere. */
gboolean widget_tests_init (int *argc, char ***argv);
/* A test that creates and frees one without properties; @path ends before the type's name. */
void widget_tests_add_life (const char *path, GType type);
/* Till what is seen has its size and its colours, and is drawn. */
void widget_tests_settle (GtkWidget *widget);

/* The first below @widget, or itself; (nullable) */
GtkWidget *find_of_type (GtkWidget *widget, GType type);
/* Of those that are visible. @text: (nullable) of a label */
GtkWidget *find_visible (GtkWidget *widget, GType type, const char *text);
GtkWidget *find_visible_label (GtkWidget *widget, const char *text);
/* Whether it says something when the pointer rests on it. */
gboolean has_tooltip (GtkWidget *widget);

G_END_DECLS
