/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-time-line.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"
#include "worker/koma-thread.h"

enum {
  STEP_WAITED,
  STEP_DECODED,
  STEP_PREPARED,
  STEP_READY,
  STEP_COMPUTED,
  STEP_POSTED,
  N_STEPS,
};

static const char *const titles[N_STEPS] = {
  [STEP_WAITED] = NC_ ("time line", "Waited"),
  [STEP_DECODED] = NC_ ("time line", "Decoded"),
  [STEP_PREPARED] = NC_ ("time line", "Prepared"),
  [STEP_READY] = NC_ ("time line", "Waited for the model"),
  [STEP_COMPUTED] = NC_ ("time line", "Computed"),
  [STEP_POSTED] = NC_ ("time line", "Posted"),
};

/* The bar of a step is a box of a fixed width with a bar in it: pixels. */
#define BAR_WIDTH 64

struct _KomaTimeLine
{
  AdwBin parent_instance;

  /* Children (borrowed). */
  GtkWidget *bars[N_STEPS];
  GtkLabel  *values[N_STEPS];
};

G_DEFINE_FINAL_TYPE (KomaTimeLine, koma_time_line, ADW_TYPE_BIN)

static void
koma_time_line_class_init (KomaTimeLineClass *klass)
{
}

static void
add_row (KomaTimeLine *self,
         GtkGrid      *grid,
         int           step)
{
  GtkWidget *title = gtk_label_new (g_dpgettext2 (GETTEXT_PACKAGE, "time line", titles[step]));
  GtkWidget *track = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_set_size_request (track, BAR_WIDTH, -1);
  gtk_widget_set_valign (track, GTK_ALIGN_CENTER);
  self->bars[step] = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->bars[step], "time-bar");
  gtk_box_append (GTK_BOX (track), self->bars[step]);
  self->values[step] = GTK_LABEL (value);
  gtk_grid_attach (grid, title, 0, step, 1, 1);
  gtk_grid_attach (grid, track, 1, step, 1, 1);
  gtk_grid_attach (grid, value, 2, step, 1, 1);
}

static void
koma_time_line_init (KomaTimeLine *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  gtk_widget_add_css_class (grid, "caption");
  for (int i = 0; i < N_STEPS; i++)
    add_row (self, GTK_GRID (grid), i);
  adw_bin_set_child (ADW_BIN (self), grid);
}

/* Two pixels at least: a step that took no time is seen too. */
static void
place_bar (GtkWidget *bar,
           double     from,
           double     part)
{
  const int width = MAX ((int) (part * BAR_WIDTH), 2);

  gtk_widget_set_margin_start (bar, MIN ((int) (from * BAR_WIDTH), BAR_WIDTH - width));
  gtk_widget_set_size_request (bar, width, 6);
}

void
koma_time_line_set_timing (KomaTimeLine           *self,
                           const KomaResultTiming *timing)
{
  const KomaResultTiming none = { 0 };
  const KomaResultTiming t = timing != NULL ? *timing : none;
  const double           steps[N_STEPS] = {
              [STEP_WAITED] = t.queue_ms,
              [STEP_DECODED] = t.decode_ms,
              [STEP_PREPARED] = t.preprocess_ms,
              [STEP_READY] = t.ready_ms,
              [STEP_COMPUTED] = t.inference_ms,
              [STEP_POSTED] = t.post_ms,
  };
  double all = 0, from = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  for (int i = 0; i < N_STEPS; i++)
    all += MAX (steps[i], 0);
  for (int i = 0; i < N_STEPS; i++) {
    const double     part = all > 0 ? MAX (steps[i], 0) / all : 0;
    g_autofree char *text = koma_words_for_ms (steps[i]);

    gtk_label_set_label (self->values[i], timing != NULL ? text : "–");
    place_bar (self->bars[i], from, part);
    from += part;
  }
}
