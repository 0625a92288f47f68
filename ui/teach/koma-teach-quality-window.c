/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-quality-window.h"

#include <glib/gi18n-lib.h>

#include "koma-example-strip.h"
#include "koma-pictures-window.h"
#include "ui/evaluation/koma-confusion-matrix.h"
#include "ui/evaluation/koma-confusions.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define MAX_MIX_UPS 5

struct _KomaTeachQualityWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkLabel            *percent;
  GtkLabel            *meaning;
  GtkWidget           *stale;
  AdwPreferencesGroup *mix_ups;
  GtkWidget           *worst_box;
  KomaExampleStrip    *worst;
  KomaConfusionMatrix *matrix;

  /* Owned. */
  KomaTeachProject *project;
  GListModel       *worst_list; /* (nullable) */
  GPtrArray        *classes;    /* those in the matrix, in its order */
  GPtrArray        *rows;       /* borrowed from the group */
  guint             update_source;
};

G_DEFINE_FINAL_TYPE (KomaTeachQualityWindow, koma_teach_quality_window, ADW_TYPE_WINDOW)

/* ---- Pictures ---- */

static void
show_pictures (KomaTeachQualityWindow *self,
               GListModel             *examples,
               const char             *title)
{
  gtk_window_present (
    koma_pictures_window_new (GTK_WINDOW (self), self->project, examples, title));
}

static void
show_cell (KomaTeachQualityWindow *self,
           KomaTeachClass         *truth,
           KomaTeachClass         *answer)
{
  g_autoptr (GListModel) examples =
    koma_teach_project_list_answers (self->project, truth, answer);
  /* Translators: of pictures: the class that they show, and the one that was answered */
  g_autofree char *title = g_strdup_printf (_ ("“%s”, taken for “%s”"),
                                            koma_teach_class_get_name (truth),
                                            koma_teach_class_get_name (answer));

  show_pictures (self, examples, truth == answer ? koma_teach_class_get_name (truth) : title);
}

static void
cell_cb (KomaTeachQualityWindow *self,
         guint                   truth,
         guint                   answer)
{
  show_cell (self, g_ptr_array_index (self->classes, truth),
             g_ptr_array_index (self->classes, answer));
}

static void
show_worst_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  KomaTeachQualityWindow *self = KOMA_TEACH_QUALITY_WINDOW (widget);

  if (self->worst_list != NULL)
    show_pictures (self, self->worst_list, _ ("Answered Wrongly"));
}

/* ---- What is shown ---- */

static void
show_score (KomaTeachQualityWindow *self)
{
  KomaTeachScore   score = { 0 };
  g_autofree char *percent = NULL;
  g_autofree char *text = NULL;

  if (!koma_teach_project_get_score (self->project, &score) || score.n_examples == 0)
    return;
  percent = koma_words_for_score ((double) score.n_right / score.n_examples);
  /* Translators: with a percentage */
  text = g_strdup_printf (_ ("%s right"), percent);
  gtk_label_set_label (self->percent, text);
  g_free (text);
  text = g_strdup_printf (
    ngettext ("%'u of %'u picture was recognized while Koma had not seen it: each picture was "
              "hidden once while Koma learned from the others.",
              "%'u of %'u pictures were recognized while Koma had not seen them: each picture "
              "was hidden once while Koma learned from the others.",
              score.n_examples),
    score.n_right, score.n_examples);
  gtk_label_set_label (self->meaning, text);
  gtk_widget_set_visible (self->stale, score.is_stale);
}

static void
mix_up_cb (KomaTeachQualityWindow *self,
           AdwActionRow           *row)
{
  show_cell (self, g_object_get_data (G_OBJECT (row), "truth"),
             g_object_get_data (G_OBJECT (row), "answer"));
}

static void
add_mix_up (KomaTeachQualityWindow *self,
            const KomaConfusion    *mix_up)
{
  KomaTeachClass  *truth = g_ptr_array_index (self->classes, mix_up->truth);
  KomaTeachClass  *answer = g_ptr_array_index (self->classes, mix_up->answer);
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *text =
    g_strdup_printf (ngettext ("%'u picture of “%s” was taken for “%s”",
                               "%'u pictures of “%s” were taken for “%s”", mix_up->count),
                     mix_up->count, koma_teach_class_get_name (truth),
                     koma_teach_class_get_name (answer));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "truth", g_object_ref (truth), g_object_unref);
  g_object_set_data_full (G_OBJECT (row), "answer", g_object_ref (answer), g_object_unref);
  g_signal_connect_object (row, "activated", G_CALLBACK (mix_up_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->mix_ups, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_mix_ups (KomaTeachQualityWindow *self,
              const guint            *counts)
{
  KomaConfusion mix_ups[MAX_MIX_UPS];
  const guint   n = koma_confusions_find (counts, self->classes->len, mix_ups, MAX_MIX_UPS);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->mix_ups, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < n; i++)
    add_mix_up (self, &mix_ups[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->mix_ups), n > 0);
}

static void
show_worst (KomaTeachQualityWindow *self)
{
  g_clear_object (&self->worst_list);
  self->worst_list = koma_teach_project_list_worst (self->project);
  koma_example_strip_set_first (self->worst, self->worst_list);
  gtk_widget_set_visible (self->worst_box, g_list_model_get_n_items (self->worst_list) > 0);
}

static void
show_matrix (KomaTeachQualityWindow *self)
{
  GListModel             *list = G_LIST_MODEL (self->project);
  const guint             n = g_list_model_get_n_items (list);
  g_autofree guint       *counts = g_new0 (guint, n * n);
  g_autofree const char **names = g_new0 (const char *, n);

  g_ptr_array_set_size (self->classes, 0);
  for (guint i = 0; i < n; i++) {
    g_ptr_array_add (self->classes, g_list_model_get_item (list, i));
    names[i] = koma_teach_class_get_name (g_ptr_array_index (self->classes, i));
  }
  for (guint i = 0; i < n * n; i++)
    counts[i] = koma_teach_project_count_answers (self->project,
                                                  g_ptr_array_index (self->classes, i / n),
                                                  g_ptr_array_index (self->classes, i % n));
  koma_confusion_matrix_show (self->matrix, names, counts, n);
  show_mix_ups (self, counts);
}

static gboolean
update_cb (gpointer user_data)
{
  KomaTeachQualityWindow *self = user_data;

  self->update_source = 0;
  show_score (self);
  show_matrix (self);
  show_worst (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (KomaTeachQualityWindow *self)
{
  if (self->update_source == 0)
    self->update_source = g_idle_add (update_cb, self);
}

/* ---- Object ---- */

static void
koma_teach_quality_window_dispose (GObject *object)
{
  KomaTeachQualityWindow *self = KOMA_TEACH_QUALITY_WINDOW (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_object (&self->project);
  g_clear_object (&self->worst_list);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_teach_quality_window_parent_class)->dispose (object);
}

static void
koma_teach_quality_window_class_init (KomaTeachQualityWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_teach_quality_window_dispose;

  g_type_ensure (KOMA_TYPE_CONFUSION_MATRIX);
  g_type_ensure (KOMA_TYPE_EXAMPLE_STRIP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-teach-quality-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, percent);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, meaning);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, stale);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, mix_ups);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, worst_box);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, worst);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachQualityWindow, matrix);
  gtk_widget_class_bind_template_callback (widget_class, cell_cb);
  gtk_widget_class_install_action (widget_class, "evaluation.show-worst", NULL, show_worst_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_teach_quality_window_init (KomaTeachQualityWindow *self)
{
  self->classes = g_ptr_array_new_with_free_func (g_object_unref);
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * koma_teach_quality_window_new:
 * @parent: the window of the classes
 * @project: what is judged; the window follows it
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_teach_quality_window_new (GtkWindow        *parent,
                               KomaTeachProject *project)
{
  KomaTeachQualityWindow *self = g_object_new (KOMA_TYPE_TEACH_QUALITY_WINDOW,
                                               "transient-for", parent,
                                               "destroy-with-parent", TRUE,
                                               NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->project = g_object_ref (project);
  g_signal_connect_object (project, "evaluated", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (project, "items-changed", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (project, "notify::n-examples", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  update_cb (self);
  return GTK_WINDOW (self);
}
