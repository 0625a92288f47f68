/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Over all of a window: a picture that grows from its cell into its page, or goes back into it.
 * Nothing moves where the user wants no animations. */
#define KOMA_TYPE_PICTURE_FLIGHT (koma_picture_flight_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureFlight, koma_picture_flight, KOMA, PICTURE_FLIGHT, GtkWidget)

/* Finds the widget that has the picture at the end; (nullable): it is not there yet. */
typedef GtkWidget *(*KomaPictureFlightEnd) (gpointer user_data);

/* From where @from is now, which was drawn. @is_whole: at the end all of the picture is seen, in
 * the middle of the widget, which is not drawn before; else it fills the widget, which cuts it. */
void koma_picture_flight_start (KomaPictureFlight   *self,
                                GdkTexture          *texture, /* (nullable): nothing moves */
                                GtkWidget           *from,    /* (nullable): likewise */
                                gboolean             is_whole,
                                KomaPictureFlightEnd end,
                                gpointer             user_data,
                                GDestroyNotify       destroy);

G_END_DECLS
