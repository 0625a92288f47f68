/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-why-panel.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-drop-down.h"
#include "worker/koma-thread.h"

enum {
  PROP_0,
  PROP_LOOK,
  PROP_STRENGTH,
  PROP_COMPARES,
  PROP_METHOD,
  N_PROPS,
};

struct _KomaWhyPanel
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkLabel        *title;
  GtkLabel        *sentence;
  GtkProgressBar  *progress;
  GtkToggleButton *spotlight;
  GtkToggleButton *colors;
  GtkWidget       *legend;
  GtkRange        *strength;
  GtkToggleButton *compares;
  GtkLabel        *note;
  GtkDropDown     *method;
  GtkLabel        *method_note;
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (KomaWhyPanel, koma_why_panel, ADW_TYPE_BIN)

/* ---- What the user chooses ---- */

static const char *
name_look (KomaWhyPanel *self)
{
  return gtk_toggle_button_get_active (self->colors) ? "colors" : "spotlight";
}

static void
look_cb (KomaWhyPanel *self)
{
  gtk_widget_set_visible (self->legend, gtk_toggle_button_get_active (self->colors));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LOOK]);
}

static void
strength_cb (KomaWhyPanel *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STRENGTH]);
}

static void
compares_cb (KomaWhyPanel *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_COMPARES]);
}

static void
method_cb (KomaWhyPanel *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_METHOD]);
}

/* ---- Object ---- */

static void
koma_why_panel_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  KomaWhyPanel *self = KOMA_WHY_PANEL (object);

  switch (prop_id) {
  case PROP_LOOK:
    g_value_set_string (value, name_look (self));
    break;
  case PROP_STRENGTH:
    g_value_set_double (value, koma_why_panel_get_strength (self));
    break;
  case PROP_COMPARES:
    g_value_set_boolean (value, koma_why_panel_get_compares (self));
    break;
  case PROP_METHOD:
    g_value_set_uint (value, koma_why_panel_get_method (self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  }
}

static void
koma_why_panel_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  KomaWhyPanel *self = KOMA_WHY_PANEL (object);

  if (prop_id == PROP_LOOK)
    gtk_toggle_button_set_active (g_strcmp0 (g_value_get_string (value), "colors") == 0
                                    ? self->colors
                                    : self->spotlight,
                                  TRUE);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
install_props (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  props[PROP_LOOK] = g_param_spec_string ("look", NULL, NULL, "spotlight",
                                          flags | G_PARAM_READWRITE);
  props[PROP_STRENGTH] = g_param_spec_double ("strength", NULL, NULL, 0, 1, 0,
                                              flags | G_PARAM_READABLE);
  props[PROP_COMPARES] = g_param_spec_boolean ("compares", NULL, NULL, FALSE,
                                               flags | G_PARAM_READABLE);
  props[PROP_METHOD] = g_param_spec_uint ("method", NULL, NULL, 0, KOMA_EXPLAIN_ACTIVATION, 0,
                                          flags | G_PARAM_READABLE);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_why_panel_class_init (KomaWhyPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = koma_why_panel_get_property;
  G_OBJECT_CLASS (klass)->set_property = koma_why_panel_set_property;
  install_props (G_OBJECT_CLASS (klass));

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-why-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, title);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, sentence);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, spotlight);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, colors);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, legend);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, strength);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, compares);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, note);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, method);
  gtk_widget_class_bind_template_child (widget_class, KomaWhyPanel, method_note);
  gtk_widget_class_bind_template_callback (widget_class, look_cb);
  gtk_widget_class_bind_template_callback (widget_class, strength_cb);
  gtk_widget_class_bind_template_callback (widget_class, compares_cb);
  gtk_widget_class_bind_template_callback (widget_class, method_cb);
}

static void
koma_why_panel_init (KomaWhyPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_drop_down_name_button (self->method);
  koma_drop_down_ellipsize (self->method);
}

KomaHeatMapLook
koma_why_panel_get_look (KomaWhyPanel *self)
{
  return gtk_toggle_button_get_active (self->colors) ? KOMA_HEAT_MAP_COLOURS
                                                     : KOMA_HEAT_MAP_SPOTLIGHT;
}

double
koma_why_panel_get_strength (KomaWhyPanel *self)
{
  return gtk_range_get_value (self->strength);
}

gboolean
koma_why_panel_get_compares (KomaWhyPanel *self)
{
  return gtk_toggle_button_get_active (self->compares);
}

KomaExplainMethod
koma_why_panel_get_method (KomaWhyPanel *self)
{
  const KomaExplainMethod methods[] = { KOMA_EXPLAIN_OCCLUSION, KOMA_EXPLAIN_ACTIVATION };

  return methods[MIN (gtk_drop_down_get_selected (self->method), 1)];
}

void
koma_why_panel_set_class (KomaWhyPanel *self,
                          const char   *name)
{
  g_autofree char *title = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  /* Translators: the name of a class */
  title = g_strdup_printf (_ ("What speaks for “%s”"), name);
  gtk_label_set_label (self->title, title);
}

void
koma_why_panel_set_progress (KomaWhyPanel *self,
                             double        fraction)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_progress_bar_set_fraction (self->progress, fraction);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), fraction < 1);
}

static void
set_text (GtkLabel   *label,
          const char *text)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

void
koma_why_panel_set_sentence (KomaWhyPanel *self,
                             const char   *text)
{
  set_text (self->sentence, text);
}

void
koma_why_panel_set_note (KomaWhyPanel *self,
                         const char   *text)
{
  set_text (self->note, text);
}

void
koma_why_panel_set_method_note (KomaWhyPanel *self,
                                const char   *text)
{
  set_text (self->method_note, text);
}
