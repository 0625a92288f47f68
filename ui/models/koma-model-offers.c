/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-offers.h"

#include <glib/gi18n-lib.h>

#include "koma-library-words.h"
#include "koma-model-card.h"
#include "ui/koma-button-flow.h"
#include "worker/koma-thread.h"

#define MAX_CARDS_IN_ROW 6

enum {
  OFFER_OTHER, /* the model in use, if it is none of those below */
  OFFER_SUGGESTED,
  OFFER_OWN, /* classes that the user teaches */
  OFFER_BUNDLED,
  OFFER_FURTHER, /* of the catalogue */
  OFFER_ALL,     /* the library */
  N_OFFERS,
};

struct _KomaModelOffers
{
  AdwBin parent_instance;

  /* Template child (borrowed). */
  GtkBox *box;

  KomaModelCard *cards[N_OFFERS]; /* borrowed from the box */
  char          *keys[N_OFFERS];  /* (nullable) owned: the model that a click opens */

  /* Owned. */
  KomaLibrary      *library;
  KomaModelControl *control;
};

G_DEFINE_FINAL_TYPE (KomaModelOffers, koma_model_offers, ADW_TYPE_BIN)

static void
koma_model_offers_dispose (GObject *object)
{
  KomaModelOffers *self = KOMA_MODEL_OFFERS (object);

  g_clear_object (&self->library);
  g_clear_object (&self->control);
  for (guint i = 0; i < N_OFFERS; i++)
    g_clear_pointer (&self->keys[i], g_free);

  G_OBJECT_CLASS (koma_model_offers_parent_class)->dispose (object);
}

static void
koma_model_offers_class_init (KomaModelOffersClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_model_offers_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-model-offers.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaModelOffers, box);
}

static void
clicked_cb (KomaModelOffers *self,
            KomaModelCard   *card)
{
  for (guint i = 0; i < N_OFFERS; i++)
    if (self->cards[i] == card && self->keys[i] != NULL)
      gtk_widget_activate_action (GTK_WIDGET (self), "win.load-model", "s", self->keys[i]);
}

static void
koma_model_offers_init (KomaModelOffers *self)
{
  GtkWidget *flow = koma_button_flow_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), MAX_CARDS_IN_ROW);
  gtk_widget_set_halign (flow, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (flow, "model-cards");
  for (guint i = 0; i < N_OFFERS; i++) {
    self->cards[i] = g_object_new (KOMA_TYPE_MODEL_CARD, NULL);
    g_signal_connect_object (self->cards[i], "clicked", G_CALLBACK (clicked_cb), self,
                             G_CONNECT_SWAPPED);
    koma_button_flow_append (flow, GTK_WIDGET (self->cards[i]));
  }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cards[OFFER_OWN]), "win.teach");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cards[OFFER_ALL]), "win.library");
  gtk_box_append (self->box, flow);
}

/* ---- What the cards say ---- */

/* A place of the flow that has nothing to show claims no room. */
static void
set_shown (KomaModelOffers *self,
           guint            offer,
           gboolean         is_shown)
{
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->cards[offer])), is_shown);
}

static void
show_card (KomaModelOffers *self,
           guint            offer,
           const char      *picture,
           const char      *name,
           const char      *text,
           const char      *key) /* (nullable) there is nothing to open: it is in use */
{
  KomaModelCard *card = self->cards[offer];

  koma_model_card_show (card, picture, name, text);
  koma_model_card_set_in_use (card, key == NULL);
  g_free (self->keys[offer]);
  self->keys[offer] = g_strdup (key);
  set_shown (self, offer, TRUE);
}

static void
show_in_use (KomaModelOffers *self,
             guint            offer,
             KomaLibraryItem *item) /* (nullable) it is not in the library yet */
{
  KomaModelInfo   *info = koma_model_control_get_info (self->control);
  const char      *description = item != NULL ? item->description : NULL;
  g_autofree char *knows = koma_library_words_for_knowledge (description, info->n_kinds);
  /* Translators: what a model knows: “In use · Knows 29 kinds” */
  g_autofree char *text = g_strdup_printf (_ ("In use · %s"), knows);

  show_card (self, offer, koma_model_card_find_picture (item), info->name, text, NULL);
}

static void
show_offer (KomaModelOffers *self,
            guint            offer,
            KomaLibraryItem *item)
{
  g_autofree char *text = koma_library_words_for_offer (item);

  show_card (self, offer, koma_model_card_find_picture (item), item->name, text, item->key);
}

static gboolean
is_in_use (KomaModelOffers *self,
           KomaLibraryItem *item) /* (nullable) */
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  return info != NULL && item != NULL && item->model != NULL &&
         g_strcmp0 (info->path, item->model->path) == 0;
}

static gboolean
update_offer (KomaModelOffers *self,
              guint            offer,
              KomaLibraryItem *item) /* (nullable) */
{
  const gboolean is_used = is_in_use (self, item);

  if (is_used)
    show_in_use (self, offer, item);
  else if (item != NULL)
    show_offer (self, offer, item);
  else
    set_shown (self, offer, FALSE);
  return is_used;
}

static KomaLibraryItem *
find_other (KomaModelOffers *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  return info != NULL ? koma_library_find (self->library, info->path) : NULL;
}

static void
update (KomaModelOffers *self)
{
  KomaLibrary   *library = self->library;
  const gboolean is_known =
    update_offer (self, OFFER_SUGGESTED, koma_library_get_suggested (library)) |
    update_offer (self, OFFER_BUNDLED, koma_library_get_bundled (library)) |
    update_offer (self, OFFER_FURTHER, koma_library_get_offer (library, 1));

  if (koma_model_control_get_info (self->control) != NULL && !is_known)
    show_in_use (self, OFFER_OTHER, find_other (self));
  else
    set_shown (self, OFFER_OTHER, FALSE);
}

static void
show_ways (KomaModelOffers *self)
{
  koma_model_card_show (self->cards[OFFER_OWN], "koma-model-own",
                        /* Translators: of pictures that Koma is to look for */
                        _ ("Your own"), _ ("Teach Koma with a few pictures of yours"));
  koma_model_card_show (self->cards[OFFER_ALL], "koma-model-more",
                        /* Translators: of models */
                        C_ ("models", "More…"), _ ("All models, here and to download"));
}

void
koma_model_offers_set_library (KomaModelOffers  *self,
                               KomaLibrary      *library,
                               KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->library, library);
  g_set_object (&self->control, control);
  g_signal_connect_object (library, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  show_ways (self);
  update (self);
}
