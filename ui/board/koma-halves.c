/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-halves.h"

#include "ui/compat/koma-announce.h"
#include "worker/koma-thread.h"

#define SPACING 18

struct _KomaHalves
{
  AdwBin parent_instance;

  /* Borrowed. */
  GtkWidget *line;
  GtkWidget *spinner;
  GtkWidget *status;
  GtkWidget *halves;
};

G_DEFINE_FINAL_TYPE (KomaHalves, koma_halves, ADW_TYPE_BIN)

static void
koma_halves_class_init (KomaHalvesClass *klass)
{
}

static void
koma_halves_init (KomaHalves *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *all = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING / 2);

  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->spinner = gtk_spinner_new ();
  self->status = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->status), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_widget_set_hexpand (self->status, TRUE);
  gtk_box_append (GTK_BOX (self->line), self->spinner);
  gtk_box_append (GTK_BOX (self->line), self->status);
  self->halves = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_box_append (GTK_BOX (all), self->line);
  gtk_box_append (GTK_BOX (all), self->halves);
  g_object_set (all, "margin-top", 12, "margin-bottom", 12, "margin-start", 12, "margin-end", 12,
                NULL);
  /* Narrower than side by side: koma_halves_set_wide () follows. */
  g_object_set (scrolled, "hscrollbar-policy", GTK_POLICY_EXTERNAL, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), all);
  /* Pictures are as high as their width wants, not as low as they may be. */
  gtk_scrollable_set_vscroll_policy (
    GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled))),
    GTK_SCROLL_NATURAL);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

KomaHalves *
koma_halves_new (GtkWidget *first,
                 GtkWidget *second)
{
  KomaHalves *self = g_object_new (KOMA_TYPE_HALVES, NULL);

  gtk_box_append (GTK_BOX (self->halves), first);
  gtk_box_append (GTK_BOX (self->halves), second);
  return self;
}

static void
show_status (KomaHalves *self,
             const char *text,
             gboolean    is_busy)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (GTK_LABEL (self->status), text);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_widget_set_visible (self->spinner, is_busy);
}

void
koma_halves_set_status (KomaHalves *self,
                        const char *text,
                        gboolean    is_busy)
{
  show_status (self, text, is_busy);
  koma_announce (self->status, text);
}

void
koma_halves_set_progress (KomaHalves *self,
                          const char *text)
{
  show_status (self, text, TRUE);
}

void
koma_halves_add (KomaHalves *self,
                 GtkWidget  *widget)
{
  gtk_box_append (GTK_BOX (self->line), widget);
}

void
koma_halves_set_wide (KomaHalves *self,
                      gboolean    is_wide)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_box_set_homogeneous (GTK_BOX (self->halves), is_wide);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->halves),
                                  is_wide ? GTK_ORIENTATION_HORIZONTAL
                                          : GTK_ORIENTATION_VERTICAL);
}
