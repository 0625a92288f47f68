/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-filter-popover.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-drop-down.h"
#include "worker/koma-thread.h"

/* Classes, or their kinds, of which one may be chosen. */
typedef struct
{
  GtkDropDown *list;  /* (borrowed) */
  GPtrArray   *names; /* (element-type utf8) after "all" */
} Choice;

/**
 * KomaFilterPopover:
 *
 * Emits "changed" when the user has chosen something.
 */
struct _KomaFilterPopover
{
  GtkPopover parent_instance;

  /* Template children (borrowed). */
  GtkDropDown *only;
  GtkDropDown *class;
  GtkDropDown   *kind;
  GtkWidget     *kind_box;
  GtkSpinButton *min_score; /* percent */
  GtkSpinButton *max_score;

  Choice   classes;
  Choice   kinds;
  gboolean is_filled; /* choices are set by the program */
};

G_DEFINE_FINAL_TYPE (KomaFilterPopover, koma_filter_popover, GTK_TYPE_POPOVER)

static void
changed_cb (KomaFilterPopover *self)
{
  if (!self->is_filled)
    g_signal_emit_by_name (self, "changed");
}

/* The range stays one. */
static void
min_changed_cb (KomaFilterPopover *self)
{
  if (gtk_spin_button_get_value (self->max_score) < gtk_spin_button_get_value (self->min_score))
    gtk_spin_button_set_value (self->max_score, gtk_spin_button_get_value (self->min_score));
  changed_cb (self);
}

static void
max_changed_cb (KomaFilterPopover *self)
{
  if (gtk_spin_button_get_value (self->min_score) > gtk_spin_button_get_value (self->max_score))
    gtk_spin_button_set_value (self->min_score, gtk_spin_button_get_value (self->max_score));
  changed_cb (self);
}

static void
koma_filter_popover_finalize (GObject *object)
{
  KomaFilterPopover *self = KOMA_FILTER_POPOVER (object);

  g_ptr_array_unref (self->classes.names);
  g_ptr_array_unref (self->kinds.names);

  G_OBJECT_CLASS (koma_filter_popover_parent_class)->finalize (object);
}

static void
koma_filter_popover_class_init (KomaFilterPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_filter_popover_finalize;

  g_signal_new ("changed", KOMA_TYPE_FILTER_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-filter-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, only);
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, class);
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, kind);
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, kind_box);
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, min_score);
  gtk_widget_class_bind_template_child (widget_class, KomaFilterPopover, max_score);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, min_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, max_changed_cb);
}

static void
choice_init (Choice      *choice,
             GtkDropDown *list)
{
  g_autoptr (GtkExpression) text = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL,
                                                                "string");

  choice->list = list;
  choice->names = g_ptr_array_new_with_free_func (g_free);
  koma_drop_down_name_button (list);
  gtk_drop_down_set_expression (list, text);
}

static void
koma_filter_popover_init (KomaFilterPopover *self)
{
  g_autoptr (GtkStringList) states = NULL;

  self->is_filled = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  choice_init (&self->classes, self->class);
  choice_init (&self->kinds, self->kind);
  states = gtk_string_list_new (NULL);
  for (guint i = 0; i < KOMA_N_ONLYS; i++)
    gtk_string_list_append (states, koma_filter_popover_get_title (i));
  gtk_drop_down_set_model (self->only, G_LIST_MODEL (states));
  koma_drop_down_name_button (self->only);
  self->is_filled = FALSE;
}

const char *
koma_filter_popover_get_title (KomaOnly only)
{
  static const char *const stars[] = { "★", "★★", "★★★", "★★★★", "★★★★★" };

  if (only >= KOMA_ONLY_ONE_STAR && only <= KOMA_ONLY_FIVE_STARS)
    return stars[only - KOMA_ONLY_ONE_STAR];
  switch ((guint) only) {
  case KOMA_ONLY_RATED:
    /* Translators: pictures with one star or more */
    return _ ("With Stars");
  case KOMA_ONLY_REJECTED:
    return _ ("Rejected");
  case KOMA_ONLY_NOT_SURE:
    return _ ("Not Sure");
  case KOMA_ONLY_CORRECTED:
    return _ ("Corrected or Confirmed");
  case KOMA_ONLY_FAILED:
    return _ ("Errors");
  case KOMA_ONLY_WAITING:
    return _ ("Waiting or Stopped");
  case KOMA_ONLY_ALL:
  case KOMA_N_ONLYS:
  default:
    return _ ("All Pictures");
  }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* One that is chosen stays in the choice where no picture has it any more. */
static void
list_names (Choice     *choice,
            const char *chosen, /* (nullable) */
            GHashTable *counts)
{
  GHashTableIter iter;
  gpointer       name = NULL;

  g_ptr_array_set_size (choice->names, 0);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (choice->names, g_strdup (name));
  if (chosen != NULL && !g_hash_table_contains (counts, chosen))
    g_ptr_array_add (choice->names, g_strdup (chosen));
  g_ptr_array_sort (choice->names, compare_names);
}

static void
choice_fill (Choice     *choice,
             const char *all,
             const char *chosen, /* (nullable) */
             GHashTable *counts)
{
  g_autoptr (GtkStringList) lines = gtk_string_list_new (NULL);
  guint selected = 0;

  list_names (choice, chosen, counts);
  gtk_string_list_append (lines, all);
  for (guint i = 0; i < choice->names->len; i++) {
    const char *name = g_ptr_array_index (choice->names, i);

    /* Translators: a class, or a kind of classes, and how many pictures show it */
    gtk_string_list_take (lines, g_strdup_printf (C_ ("class and count", "%s (%u)"), name,
                                                  GPOINTER_TO_UINT (
                                                    g_hash_table_lookup (counts, name))));
    if (g_strcmp0 (name, chosen) == 0)
      selected = i + 1;
  }
  gtk_drop_down_set_model (choice->list, G_LIST_MODEL (lines));
  gtk_drop_down_set_selected (choice->list, selected);
}

/* (transfer full) (nullable) */
static char *
choice_dup (const Choice *choice)
{
  const guint selected = gtk_drop_down_get_selected (choice->list);

  return selected > 0 && selected <= choice->names->len
           ? g_strdup (g_ptr_array_index (choice->names, selected - 1))
           : NULL;
}

void
koma_filter_popover_set_query (KomaFilterPopover     *self,
                               const KomaResultQuery *query,
                               GHashTable            *classes,
                               GHashTable            *kinds)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_filled = TRUE;
  gtk_drop_down_set_selected (self->only, query->only);
  gtk_spin_button_set_value (self->max_score, query->max_score * 100.0);
  gtk_spin_button_set_value (self->min_score, query->min_score * 100.0);
  choice_fill (&self->classes, _ ("All Classes"), query->class_name, classes);
  choice_fill (&self->kinds, _ ("All Kinds"), query->kind_name, kinds);
  gtk_widget_set_visible (self->kind_box, self->kinds.names->len > 0);
  self->is_filled = FALSE;
}

void
koma_filter_popover_get_query (KomaFilterPopover *self,
                               KomaResultQuery   *query)
{
  KOMA_ASSERT_MAIN_THREAD ();

  query->only = gtk_drop_down_get_selected (self->only);
  query->min_score = gtk_spin_button_get_value (self->min_score) / 100.0;
  query->max_score = gtk_spin_button_get_value (self->max_score) / 100.0;
  g_free (query->class_name);
  g_free (query->kind_name);
  query->class_name = choice_dup (&self->classes);
  query->kind_name = choice_dup (&self->kinds);
}
