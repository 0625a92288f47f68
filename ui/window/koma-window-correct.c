/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user says that pictures show, and how much they are liked. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-announce.h"
#include "ui/results/koma-correct-dialog.h"

/* (transfer full) The picture that is shown large, else those that are selected. */
static GPtrArray *
dup_subjects (KomaWindow *self)
{
  KomaResultItem *item = NULL;
  GPtrArray      *items = NULL;

  if (self->view != KOMA_VIEW_PICTURE)
    return koma_results_view_dup_selected (self->results);
  items = g_ptr_array_new_with_free_func (g_object_unref);
  item = koma_picture_page_get_item (self->picture_page);
  if (item != NULL)
    g_ptr_array_add (items, g_object_ref (item));
  return items;
}

static void
offer_undo (KomaWindow *self,
            const char *text,
            guint       n)
{
  if (n > 0)
    koma_toast_show_with_action (self->toast, text, _ ("Undo"), "win.undo");
  koma_window_update (self);
}

static void
correct (KomaWindow *self,
         GPtrArray  *items,
         const char *label)
{
  const guint      n = koma_result_feed_correct (self->feed, items, label);
  g_autofree char *text = NULL;

  if (label != NULL)
    text = g_strdup_printf (ngettext ("%'u picture corrected", "%'u pictures corrected", n), n);
  else
    text = g_strdup_printf (ngettext ("%'u correction taken back", "%'u corrections taken back", n),
                            n);
  offer_undo (self, text, n);
}

static void
confirm (KomaWindow *self,
         GPtrArray  *items)
{
  const guint      n = koma_result_feed_confirm (self->feed, items);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%'u answer confirmed", "%'u answers confirmed", n), n);

  offer_undo (self, text, n);
}

/* What is asked in a dialog, and of which pictures. */
typedef struct
{
  KomaWindow *window;
  GPtrArray  *items;
  GPtrArray  *burst; /* of one item */
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->window);
  g_ptr_array_unref (question->items);
  g_ptr_array_unref (question->burst);
  g_free (question);
}

static void
taken_cb (KomaCorrectDialog *dialog,
          const char        *label,
          gpointer           user_data)
{
  Question   *question = user_data;
  KomaWindow *self = question->window;

  if (self->feed != NULL)
    correct (self,
             koma_correct_dialog_is_together (dialog) ? question->burst : question->items, label);
}

/* (transfer full) */
static GPtrArray *
dup_burst (KomaWindow *self,
           GPtrArray  *items)
{
  if (items->len > 1)
    return g_ptr_array_new ();
  return koma_bursts_dup_of (koma_result_feed_get_items (self->feed), g_ptr_array_index (items, 0));
}

static void
correct_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = dup_subjects (self);
  KomaCorrectDialog *dialog = NULL;
  Question          *question = NULL;

  if (self->review != NULL) {
    gtk_widget_activate_action (widget, "win.review-other", NULL);
    return;
  }
  if (items->len == 0)
    return;
  dialog = koma_correct_dialog_new (GTK_WINDOW (self), items,
                                    koma_result_feed_get_items (self->feed));
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (self), g_ptr_array_ref (items), dup_burst (self, items) };
  if (question->burst->len > 1)
    koma_correct_dialog_offer_burst (dialog, question->burst->len);
  g_signal_connect_data (dialog, "taken", G_CALLBACK (taken_cb), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
confirm_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = dup_subjects (self);

  confirm (self, items);
}

static void
take_back_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = dup_subjects (self);

  correct (self, items, NULL);
}

/* One after the other by keys: a sentence for each would be in the way of what is looked at. */
static void
rate_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  const int   stars = g_variant_get_int32 (parameter);
  g_autoptr (GPtrArray) items = dup_subjects (self);
  const guint      n = koma_result_feed_rate (self->feed, items, stars);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%'u picture rated", "%'u pictures rated", n), n);
  g_autofree char *words = koma_rating_describe (stars);

  if (n > 0 && self->view == KOMA_VIEW_PICTURE)
    koma_announce (GTK_WIDGET (self->toast),
                   stars != KOMA_RATING_NONE ? words : _ ("No Rating"));
  offer_undo (self, text, self->view == KOMA_VIEW_PICTURE ? 0 : n);
}

void
koma_window_install_correct_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.correct-answer", NULL, correct_action);
  gtk_widget_class_install_action (widget_class, "win.confirm-answer", NULL, confirm_action);
  gtk_widget_class_install_action (widget_class, "win.rate", "i", rate_action);
  gtk_widget_class_install_action (widget_class, "win.take-back", NULL, take_back_action);
}
