/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-low-layout.h"

/* Pixels, that it can always have: a line of text of twice the size. */
#define LEAST_HEIGHT 64

struct _KomaLowLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (KomaLowLayout, koma_low_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
koma_low_layout_get_request_mode (GtkLayoutManager *manager,
                                  GtkWidget        *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static GtkWidget *
get_scrolled (GtkWidget *widget)
{
  GtkWidget *child = gtk_scrolled_window_get_child (
    GTK_SCROLLED_WINDOW (gtk_widget_get_first_child (widget)));

  return GTK_IS_VIEWPORT (child) ? gtk_viewport_get_child (GTK_VIEWPORT (child)) : child;
}

static void
koma_low_layout_measure (GtkLayoutManager *manager,
                         GtkWidget        *widget,
                         GtkOrientation    orientation,
                         int               for_size,
                         int              *minimum,
                         int              *natural,
                         int              *minimum_baseline,
                         int              *natural_baseline)
{
  const gboolean is_height = orientation == GTK_ORIENTATION_VERTICAL;

  /* Any height will do for a width: it scrolls. */
  gtk_widget_measure (get_scrolled (widget), orientation, is_height ? for_size : -1, minimum,
                      natural, NULL, NULL);
  if (is_height)
    *minimum = MIN (*minimum, LEAST_HEIGHT);
}

static void
koma_low_layout_allocate (GtkLayoutManager *manager,
                          GtkWidget        *widget,
                          int               width,
                          int               height,
                          int               baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, -1, NULL);
}

static void
koma_low_layout_class_init (KomaLowLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = koma_low_layout_get_request_mode;
  layout_class->measure = koma_low_layout_measure;
  layout_class->allocate = koma_low_layout_allocate;
}

static void
koma_low_layout_init (KomaLowLayout *self)
{
}
