/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The actions of the window, by the files of the same names. */
void koma_window_install_board_actions (GtkWidgetClass *widget_class);
void koma_window_install_camera_actions (GtkWidgetClass *widget_class);
void koma_window_install_collection_actions (GtkWidgetClass *widget_class);
void koma_window_install_correct_actions (GtkWidgetClass *widget_class);
void koma_window_install_desktop_actions (GtkWidgetClass *widget_class);
void koma_window_install_evaluate_actions (GtkWidgetClass *widget_class);
void koma_window_install_file_actions (GtkWidgetClass *widget_class);
void koma_window_install_find_actions (GtkWidgetClass *widget_class);
void koma_window_install_group_actions (GtkWidgetClass *widget_class);
void koma_window_install_library_actions (GtkWidgetClass *widget_class);
void koma_window_install_picture_actions (GtkWidgetClass *widget_class);
void koma_window_install_review_actions (GtkWidgetClass *widget_class);
void koma_window_install_together_actions (GtkWidgetClass *widget_class);
void koma_window_install_take_actions (GtkWidgetClass *widget_class);
void koma_window_install_teach_actions (GtkWidgetClass *widget_class);
void koma_window_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
