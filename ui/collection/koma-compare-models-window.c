/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compare-models-window.h"

#include <glib/gi18n-lib.h>

#include "koma-compare-models-private.h"
#include "koma-differing-item.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"

guint koma_compare_models_picture_signal;

/**
 * KomaCompareModelsWindow:
 *
 * One KomaCompareWork is on its way at a time, which takes the comparison along and brings it
 * back. What the user chooses meanwhile is asked for then.
 *
 * Thread: main
 */
G_DEFINE_FINAL_TYPE (KomaCompareModelsWindow, koma_compare_models_window, ADW_TYPE_WINDOW)

static void
show_empty (KomaCompareModelsWindow *self,
            const char              *title,
            const char              *description)
{
  adw_status_page_set_title (self->empty_page, title);
  adw_status_page_set_description (self->empty_page, description);
  gtk_stack_set_visible_child_name (self->pages, "empty");
}

/* ---- Figures ---- */

static void
append_line (GString *text,
             char    *line) /* (transfer full) */
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
  g_free (line);
}

static void
show_figures (KomaCompareModelsWindow    *self,
              const KomaCollectionCounts *counts)
{
  const guint before = (guint) (counts->n_answers[KOMA_COMPARED_BEFORE] - counts->n_both);
  const guint now = (guint) (counts->n_answers[KOMA_COMPARED_NOW] - counts->n_both);
  g_autoptr (GString) text = g_string_new (NULL);

  if (before + now > 0)
    /* Translators: numbers of pictures that one of two models did not answer */
    append_line (text, g_strdup_printf (_ ("Answered by one alone: before %'u, now %'u"), before,
                                        now));
  if (counts->n_failed[KOMA_COMPARED_BEFORE] + counts->n_failed[KOMA_COMPARED_NOW] > 0)
    /* Translators: numbers of pictures that have no answer */
    append_line (text, g_strdup_printf (_ ("Failed: before %'u, now %'u"),
                                        (guint) counts->n_failed[KOMA_COMPARED_BEFORE],
                                        (guint) counts->n_failed[KOMA_COMPARED_NOW]));
  if (counts->n_corrected > 0)
    /* Translators: of pictures of which a person says what they show, how many each of two models
     * answered so, and how many there are */
    append_line (text, g_strdup_printf (_ ("Right, where a person says what is shown: before %'u, "
                                           "now %'u of %'u"),
                                        (guint) counts->n_right[KOMA_COMPARED_BEFORE],
                                        (guint) counts->n_right[KOMA_COMPARED_NOW],
                                        (guint) counts->n_corrected));
  gtk_label_set_label (self->figures, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->figures), text->len > 0);
}

static void
show_headline (KomaCompareModelsWindow    *self,
               const KomaCollectionCounts *counts)
{
  const guint      n = (guint) counts->n_both;
  g_autofree char *text = g_strdup_printf (
    ngettext ("The two agree on %'u of %'u picture", "The two agree on %'u of %'u pictures", n),
    (guint) counts->n_agree, n);

  if (n == 0)
    gtk_label_set_label (self->headline, _ ("No picture has answers of both"));
  else
    gtk_label_set_label (self->headline, text);
}

static void
take_run (KomaCompareModelsWindow *self,
          KomaCompareWork         *work)
{
  const guint n = (guint) (work->counts.n_both - work->counts.n_agree);

  for (guint i = 0; i < KOMA_N_COMPARED && !self->is_run_stale; i++)
    self->models[i] = work->models[i];
  self->is_chosen = TRUE;
  koma_compare_models_show_models (self);
  show_figures (self, &work->counts);
  show_headline (self, &work->counts);
  koma_compare_models_show_changes (self, g_steal_pointer (&work->changes), n);
  gtk_stack_set_visible_child_name (self->lists, n > 0 ? "some" : "none");
  gtk_stack_set_visible_child_name (self->pages, "result");
}

static void
take (KomaCompareModelsWindow *self,
      KomaCompareWork         *work)
{
  if (!work->is_run) {
    show_empty (self, _ ("Two Models Are Compared"),
                _ ("Answers of fewer are in this collection. Choose another model: its answers for "
                   "the pictures are kept beside those that are there."));
    return;
  }
  if (work->changes != NULL)
    take_run (self, work);
  if (self->is_list_stale)
    return;
  if (work->after == 0)
    g_list_store_remove_all (self->items);
  koma_compare_models_append (self, work->pictures);
}

static void read_more (KomaCompareModelsWindow *self);

static void
worked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  KomaCompareModelsWindow *self = KOMA_COMPARE_MODELS_WINDOW (source);
  g_autoptr (GError) error = NULL;
  KomaCompareWork *work = koma_compare_work_finish (result, &error);

  self->is_busy = FALSE;
  if (self->path == NULL)
    return;
  self->compare = g_steal_pointer (&work->compare);
  if (error != NULL)
    show_empty (self, _ ("The Models Could Not Be Compared"), error->message);
  else
    take (self, work);
  if (self->is_run_stale || self->is_list_stale)
    read_more (self);
}

/* (nullable) where the list goes on */
static gint64
get_last_place (KomaCompareModelsWindow *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  g_autoptr (KomaDifferingItem) last =
    n > 0 ? g_list_model_get_item (G_LIST_MODEL (self->items), n - 1) : NULL;

  return last != NULL ? koma_differing_item_get (last)->place : 0;
}

static void
read_more (KomaCompareModelsWindow *self)
{
  KomaCompareWork *work = NULL;

  if (self->is_busy)
    return;
  work = g_new0 (KomaCompareWork, 1);
  *work = (KomaCompareWork){ .path = g_strdup (self->path),
                             .compare = g_steal_pointer (&self->compare),
                             .is_chosen = self->is_chosen,
                             .is_run = !self->is_run_stale };
  for (guint i = 0; i < KOMA_N_COMPARED; i++)
    work->models[i] = self->models[i];
  if (!self->is_run_stale) {
    work->change = koma_compare_models_dup_change (self);
    work->after = self->is_list_stale ? 0 : get_last_place (self);
  }
  self->is_busy = TRUE;
  self->is_run_stale = self->is_list_stale = FALSE;
  koma_compare_work_async (work, G_OBJECT (self), self->closing, worked_cb, NULL);
}

static void
read_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  read_more (KOMA_COMPARE_MODELS_WINDOW (widget));
}

/* ---- Object ---- */

static void
koma_compare_models_window_dispose (GObject *object)
{
  KomaCompareModelsWindow *self = KOMA_COMPARE_MODELS_WINDOW (object);

  g_cancellable_cancel (self->closing);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->compare, koma_collection_compare_free);
  g_clear_object (&self->change_words);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (koma_compare_models_window_parent_class)->dispose (object);
}

static void
koma_compare_models_window_finalize (GObject *object)
{
  g_object_unref (KOMA_COMPARE_MODELS_WINDOW (object)->closing);

  G_OBJECT_CLASS (koma_compare_models_window_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, lists);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, empty_page);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, headline);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, figures);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, changes_view);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareModelsWindow, pictures_view);
  gtk_widget_class_bind_template_child_full (
    widget_class, "before_name", FALSE,
    G_STRUCT_OFFSET (KomaCompareModelsWindow, names[KOMA_COMPARED_BEFORE]));
  gtk_widget_class_bind_template_child_full (
    widget_class, "now_name", FALSE,
    G_STRUCT_OFFSET (KomaCompareModelsWindow, names[KOMA_COMPARED_NOW]));
  gtk_widget_class_bind_template_child_full (
    widget_class, "before_choice", FALSE,
    G_STRUCT_OFFSET (KomaCompareModelsWindow, choices[KOMA_COMPARED_BEFORE]));
  gtk_widget_class_bind_template_child_full (
    widget_class, "now_choice", FALSE,
    G_STRUCT_OFFSET (KomaCompareModelsWindow, choices[KOMA_COMPARED_NOW]));
}

static void
koma_compare_models_window_class_init (KomaCompareModelsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_compare_models_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_compare_models_window_finalize;

  koma_compare_models_picture_signal =
    g_signal_new ("picture", KOMA_TYPE_COMPARE_MODELS_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/app/koma/Koma/ui/koma-compare-models-window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback_full (widget_class, "choose_cb",
                                                G_CALLBACK (koma_compare_models_choose));
  gtk_widget_class_install_action (widget_class, KOMA_COMPARE_MODELS_READ, NULL, read_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_compare_models_window_init (KomaCompareModelsWindow *self)
{
  self->closing = g_cancellable_new ();
  self->change_words = gtk_string_list_new (NULL);
  self->items = g_list_store_new (KOMA_TYPE_DIFFERING_ITEM);
  self->is_run_stale = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_compare_models_connect_choices (self);
  koma_compare_models_connect_lists (self);
}

/**
 * koma_compare_models_window_new:
 * @path: a collection
 *
 * The two models that were used last are compared at first, on a thread. It stands beside the main
 * window, which shows pictures that are chosen here, and not over it.
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_compare_models_window_new (const char *path)
{
  KomaCompareModelsWindow *self = g_object_new (KOMA_TYPE_COMPARE_MODELS_WINDOW, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->path = g_strdup (path);
  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  read_more (self);
  return GTK_WINDOW (self);
}

const char *
koma_compare_models_window_get_path (KomaCompareModelsWindow *self)
{
  return self->path;
}
