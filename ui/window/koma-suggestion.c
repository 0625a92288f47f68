/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-suggestion.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-announce.h"
#include "ui/models/koma-library-words.h"
#include "ui/results/koma-result-item.h"
#include "ui/results/koma-thumbnail-view.h"
#include "worker/koma-thread.h"

#define N_THUMBNAILS 3

/**
 * KomaSuggestion:
 *
 * The widget is always visible, and empty until the card is shown: screen readers listen to what is
 * there before it speaks.
 */
struct _KomaSuggestion
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkWidget *card;
  GtkBox    *thumbnails;
  GtkLabel  *sentence;
  GtkLabel  *offer;
  GtkWidget *use;
  GtkLabel  *use_label;
  GtkWidget *board;

  KomaThumbnailView  *views[N_THUMBNAILS]; /* borrowed from the box */
  KomaThumbnailCache *cache;               /* owned */
};

G_DEFINE_FINAL_TYPE (KomaSuggestion, koma_suggestion, ADW_TYPE_BIN)

static void
koma_suggestion_dispose (GObject *object)
{
  g_clear_object (&KOMA_SUGGESTION (object)->cache);

  G_OBJECT_CLASS (koma_suggestion_parent_class)->dispose (object);
}

static void
koma_suggestion_class_init (KomaSuggestionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_suggestion_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-suggestion.ui");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, card);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, thumbnails);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, sentence);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, offer);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, use);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, use_label);
  gtk_widget_class_bind_template_child (widget_class, KomaSuggestion, board);
}

static void
koma_suggestion_init (KomaSuggestion *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cache = koma_thumbnail_cache_new (N_THUMBNAILS);
  for (guint i = 0; i < N_THUMBNAILS; i++) {
    self->views[i] = g_object_new (KOMA_TYPE_THUMBNAIL_VIEW, NULL);
    koma_thumbnail_view_set_cache (self->views[i], self->cache);
    gtk_box_append (self->thumbnails, GTK_WIDGET (self->views[i]));
  }
}

/* Of the first pictures that have an answer. Returns: how many have one */
static guint
show_pictures (KomaSuggestion *self,
               GListModel     *items)
{
  guint n_answered = 0;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    if (koma_result_item_get_result (item) == NULL)
      continue;
    if (n_answered < N_THUMBNAILS)
      koma_thumbnail_view_set_jpeg (self->views[n_answered], koma_result_item_get_thumbnail (item));
    n_answered++;
  }
  for (guint i = 0; i < N_THUMBNAILS; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->views[i]), i < n_answered);
  return n_answered;
}

/**
 * koma_suggestion_show:
 * @self: a suggestion
 * @items: (element-type KomaResultItem): the pictures, most of them with an answer
 * @model: the name of the model that is not sure of them
 * @other: the model that may know them
 *
 * Screen readers speak it.
 */
void
koma_suggestion_show (KomaSuggestion  *self,
                      GListModel      *items,
                      const char      *model,
                      KomaLibraryItem *other)
{
  g_autofree char *sentence = NULL;
  g_autofree char *label = g_strdup_printf (_ ("Use “%s”"), other->name);
  const guint      n_answered = show_pictures (self, items);

  KOMA_ASSERT_MAIN_THREAD ();

  /* Translators: of pictures; the name of a model: “Shogi pieces” */
  sentence = g_strdup_printf (ngettext ("This does not look like “%s”",
                                        "These do not look like “%s”", n_answered),
                              model);
  gtk_label_set_label (self->sentence, sentence);
  gtk_label_set_label (self->use_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->use), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  /* The target first: an action is not told of a target that it does not take. */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->use), "s", other->key);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->use), "win.load-model");
  /* The model knows pieces one by one: a photograph of a whole board is a guess, too. */
  gtk_widget_set_visible (self->board, n_answered == 1);
  koma_suggestion_update (self, other);
  gtk_widget_set_visible (self->card, TRUE);
  koma_announce (GTK_WIDGET (self), sentence);
}

void
koma_suggestion_hide (KomaSuggestion *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_visible (self->card, FALSE);
}

gboolean
koma_suggestion_is_shown (KomaSuggestion *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return gtk_widget_get_visible (self->card);
}

void
koma_suggestion_update (KomaSuggestion  *self,
                        KomaLibraryItem *other)
{
  g_autofree char *offer = koma_library_words_for_offer (other);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->offer, offer);
}

void
koma_suggestion_grab_focus (KomaSuggestion *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_grab_focus (self->use);
}
