/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-selection-bar.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-revealer.h"
#include "worker/koma-thread.h"

/* One is selected wherever the keyboard is. */
#define MIN_SELECTED 2

struct _KomaSelectionBar
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkRevealer *revealer;
  GtkLabel    *label;

  GtkSelectionModel *models[2]; /* owned (nullable) */
};

enum {
  PROP_LIST_MODEL = 1,
  PROP_GRID_MODEL,
  N_PROPS,
};

static guint leave_signal;

G_DEFINE_FINAL_TYPE (KomaSelectionBar, koma_selection_bar, ADW_TYPE_BIN)

static guint64
count_selected (KomaSelectionBar *self)
{
  guint64 n_selected = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->models); i++) {
    g_autoptr (GtkBitset) selection =
      self->models[i] != NULL ? gtk_selection_model_get_selection (self->models[i]) : NULL;

    if (selection != NULL)
      n_selected += gtk_bitset_get_size (selection);
  }
  return n_selected;
}

static gboolean
has_focus (KomaSelectionBar *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static void
update (KomaSelectionBar *self)
{
  const guint      n_selected = count_selected (self);
  const gboolean   is_shown = n_selected >= MIN_SELECTED;
  g_autofree char *text = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  /* While it goes it keeps what it says. */
  if (is_shown) {
    text = g_strdup_printf (ngettext ("%'u picture selected", "%'u pictures selected", n_selected),
                            n_selected);
    gtk_label_set_label (self->label, text);
  } else if (has_focus (self)) {
    g_signal_emit (self, leave_signal, 0);
  }
  gtk_revealer_set_reveal_child (self->revealer, is_shown);
}

static void
set_model (KomaSelectionBar  *self,
           guint              index,
           GtkSelectionModel *model) /* (nullable) */
{
  if (self->models[index] == model)
    return;
  if (self->models[index] != NULL)
    g_signal_handlers_disconnect_by_func (self->models[index], update, self);
  g_set_object (&self->models[index], model);
  if (model != NULL) {
    g_signal_connect_object (model, "selection-changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
    g_signal_connect_object (model, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  }
  update (self);
}

static void
koma_selection_bar_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  set_model (KOMA_SELECTION_BAR (object), id - PROP_LIST_MODEL, g_value_get_object (value));
}

static void
koma_selection_bar_dispose (GObject *object)
{
  KomaSelectionBar *self = KOMA_SELECTION_BAR (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->models); i++) {
    if (self->models[i] != NULL)
      g_signal_handlers_disconnect_by_func (self->models[i], update, self);
    g_clear_object (&self->models[i]);
  }

  G_OBJECT_CLASS (koma_selection_bar_parent_class)->dispose (object);
}

static void
unselect_cb (KomaSelectionBar *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->models); i++)
    if (self->models[i] != NULL)
      gtk_selection_model_unselect_all (self->models[i]);
}

static void
koma_selection_bar_class_init (KomaSelectionBarClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags     flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = koma_selection_bar_dispose;
  object_class->set_property = koma_selection_bar_set_property;
  g_object_class_install_property (
    object_class, PROP_LIST_MODEL,
    g_param_spec_object ("list-model", NULL, NULL, GTK_TYPE_SELECTION_MODEL, flags));
  g_object_class_install_property (
    object_class, PROP_GRID_MODEL,
    g_param_spec_object ("grid-model", NULL, NULL, GTK_TYPE_SELECTION_MODEL, flags));
  leave_signal = g_signal_new ("leave", KOMA_TYPE_SELECTION_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-selection-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaSelectionBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, KomaSelectionBar, label);
  gtk_widget_class_bind_template_callback (widget_class, unselect_cb);
}

static void
koma_selection_bar_init (KomaSelectionBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_revealer_claim_nothing_when_closed (self->revealer);
}
