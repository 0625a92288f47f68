/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-offers.h"

#include <glib/gi18n-lib.h>

#include "koma-library-words.h"
#include "ui/compat/koma-accessible.h"
#include "worker/koma-thread.h"

enum {
  OFFER_OTHER, /* the model in use, if it is neither of those below */
  OFFER_SUGGESTED,
  OFFER_BUNDLED,
  N_OFFERS,
};

struct _KomaModelOffers
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  AdwPreferencesGroup *group;

  /* Borrowed from the group; [N_OFFERS]. */
  AdwActionRow *rows[N_OFFERS];
  GtkImage     *marks[N_OFFERS];

  char *keys[N_OFFERS]; /* (nullable) owned: what a click opens */

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
  gtk_widget_class_bind_template_child (widget_class, KomaModelOffers, group);
}

static void
activated_cb (KomaModelOffers *self,
              AdwActionRow    *row)
{
  for (guint i = 0; i < N_OFFERS; i++) {
    if (self->rows[i] == row && self->keys[i] != NULL)
      gtk_widget_activate_action (GTK_WIDGET (self), "win.load-model", "s", self->keys[i]);
  }
}

static void
add_row (KomaModelOffers *self,
         guint            offer)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *mark = gtk_image_new ();

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
  adw_preferences_group_add (self->group, row);
  g_signal_connect_object (row, "activated", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  self->rows[offer] = ADW_ACTION_ROW (row);
  self->marks[offer] = GTK_IMAGE (mark);
}

static void
koma_model_offers_init (KomaModelOffers *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_OFFERS; i++)
    add_row (self, i);
}

/* ---- What the rows say ---- */

static char *
describe_knowledge (const char *description, /* (nullable) */
                    guint       n_classes)         /* 0: not known */
{
  if (description != NULL)
    return g_strdup (description);
  if (n_classes == 0)
    return g_strdup ("");
  /* Translators: what a model tells apart */
  return g_strdup_printf (ngettext ("Knows %'u kind", "Knows %'u kinds", n_classes), n_classes);
}

static char *
describe_offer (const KomaLibraryItem *item)
{
  g_autofree char *knows = describe_knowledge (item->description, item->n_classes);
  g_autofree char *size = NULL;

  if (item->fetch.state == KOMA_FETCH_RUNNING)
    return koma_library_words_for_fetch (&item->fetch);
  if (item->model != NULL)
    return g_steal_pointer (&knows);
  size = g_format_size (item->size_bytes);
  /* Translators: a sentence about a model, and a size: “… in photographs. 3.6 MB to download” */
  return g_strdup_printf (_ ("%s %s to download"), knows, size);
}

static void
show_row (KomaModelOffers *self,
          guint            offer,
          const char      *name,
          const char      *text,
          const char      *icon) /* (nullable) */
{
  GtkWidget       *row = GTK_WIDGET (self->rows[offer]);
  g_autofree char *title = g_markup_escape_text (name, -1);
  g_autofree char *subtitle = g_markup_escape_text (text, -1);
  g_autofree char *spoken = NULL;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (self->rows[offer], subtitle);
  gtk_image_set_from_icon_name (self->marks[offer], icon);
  /* Translators: for screen readers: the name of a model, and what it knows */
  spoken = g_strdup_printf (C_ ("model and knowledge", "%s: %s"), name, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  koma_accessible_say_label (GTK_ACCESSIBLE (row));
  gtk_widget_set_visible (row, TRUE);
}

static void
set_key (KomaModelOffers *self,
         guint            offer,
         const char      *key) /* (nullable) */
{
  g_free (self->keys[offer]);
  self->keys[offer] = g_strdup (key);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->rows[offer]), key != NULL);
}

/* The one in use can not be chosen. */
static void
show_in_use (KomaModelOffers *self,
             guint            offer,
             KomaLibraryItem *item) /* (nullable) it is not in the library yet */
{
  KomaModelInfo   *info = koma_model_control_get_info (self->control);
  g_autofree char *knows = describe_knowledge (item != NULL ? item->description : NULL,
                                               info->n_kinds);
  /* Translators: what a model knows: “In use · Knows 29 kinds” */
  g_autofree char *text = g_strdup_printf (_ ("In use · %s"), knows);

  show_row (self, offer, info->name, text, "object-select-symbolic");
  set_key (self, offer, NULL);
}

static void
show_offer (KomaModelOffers *self,
            guint            offer,
            KomaLibraryItem *item)
{
  g_autofree char *text = describe_offer (item);

  show_row (self, offer, item->name, text,
            item->model != NULL ? "go-next-symbolic" : "folder-download-symbolic");
  set_key (self, offer, item->key);
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
    gtk_widget_set_visible (GTK_WIDGET (self->rows[offer]), FALSE);
  return is_used;
}

static gboolean
has_row (KomaModelOffers *self)
{
  for (guint i = 0; i < N_OFFERS; i++)
    if (gtk_widget_get_visible (GTK_WIDGET (self->rows[i])))
      return TRUE;
  return FALSE;
}

static void
update (KomaModelOffers *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);
  const gboolean is_suggested = update_offer (self, OFFER_SUGGESTED,
                                              koma_library_get_suggested (self->library));
  const gboolean is_bundled = update_offer (self, OFFER_BUNDLED,
                                            koma_library_get_bundled (self->library));

  if (info != NULL && !is_suggested && !is_bundled)
    show_in_use (self, OFFER_OTHER, NULL);
  else
    gtk_widget_set_visible (GTK_WIDGET (self->rows[OFFER_OTHER]), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), has_row (self));
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
  update (self);
}
