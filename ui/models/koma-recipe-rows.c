/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-rows.h"

#include <glib/gi18n-lib.h>

#include "koma-recipe-words.h"
#include "worker/koma-thread.h"

/* Several steps of a number are one choice. */
#define SETTLE_MS 300

struct _KomaRecipeRows
{
  AdwPreferencesPage parent_instance;

  /* Borrowed. */
  GtkWidget     *rows[KOMA_N_PARTS];
  GtkSwitch     *switches[KOMA_N_PARTS]; /* of parts that are true or false, else NULL */
  AdwEntryRow   *range_entry;            /* for a range that is none of the list */
  AdwEntryRow   *size_entry;             /* for a size that the graph leaves open */
  GtkLabel      *size;                   /* one that it has */
  GtkLabel      *labels;
  GtkSpinButton *numbers[KOMA_N_PARTS]; /* of parts that are numbers, else NULL */
  GtkSpinButton *settling;              /* (nullable) that was turned last */

  gboolean is_showing; /* what changes is no choice of the user */
  guint    settle_source;
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (KomaRecipeRows, koma_recipe_rows, ADW_TYPE_PREFERENCES_PAGE)

static void
koma_recipe_rows_dispose (GObject *object)
{
  g_clear_handle_id (&KOMA_RECIPE_ROWS (object)->settle_source, g_source_remove);

  G_OBJECT_CLASS (koma_recipe_rows_parent_class)->dispose (object);
}

static void
koma_recipe_rows_class_init (KomaRecipeRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_recipe_rows_dispose;

  chosen_signal = g_signal_new ("chosen", KOMA_TYPE_RECIPE_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
choose (KomaRecipeRows *self,
        KomaRecipePart  part,
        const char     *word)
{
  if (!self->is_showing)
    g_signal_emit (self, chosen_signal, 0, part, word);
}

static KomaRecipePart
find_part (KomaRecipeRows *self,
           gpointer        widget)
{
  KomaRecipePart part = 0;

  while (self->rows[part] != widget && (gpointer) self->switches[part] != widget)
    part++;
  return part;
}

/* ---- Rows ---- */

static GtkWidget *
add_row (KomaRecipeRows      *self,
         AdwPreferencesGroup *group,
         KomaRecipePart       part,
         GtkWidget           *row)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 _ (koma_recipe_part_get_title (part)));
  adw_preferences_group_add (group, row);
  self->rows[part] = row;
  return row;
}

/* The last of a list is for anything else. */
static void
selected_cb (KomaRecipeRows *self,
             GParamSpec     *pspec,
             AdwComboRow    *row)
{
  const KomaRecipePart part = find_part (self, row);
  const guint          selected = adw_combo_row_get_selected (row);
  const char          *word = koma_recipe_words_list (part)[selected].word;

  if (part == KOMA_PART_RANGE)
    gtk_widget_set_visible (GTK_WIDGET (self->range_entry), word == NULL);
  if (self->is_showing)
    return;
  if (word != NULL)
    choose (self, part, word);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->range_entry));
}

static void
add_list (KomaRecipeRows      *self,
          AdwPreferencesGroup *group,
          KomaRecipePart       part)
{
  const KomaRecipeWord *words = koma_recipe_words_list (part);
  GtkStringList        *titles = gtk_string_list_new (NULL);
  GtkWidget            *row = add_row (self, group, part, adw_combo_row_new ());

  for (guint i = 0; words[i].title != NULL; i++) {
    gtk_string_list_append (titles, _ (words[i].title));
    if (words[i].word == NULL)
      break;
  }
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  g_object_unref (titles);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
switched_cb (KomaRecipeRows *self,
             GParamSpec     *pspec,
             GtkSwitch      *button)
{
  const KomaRecipePart part = find_part (self, button);
  const gboolean       is_active = gtk_switch_get_active (button);

  if (part == KOMA_PART_BACKGROUND)
    choose (self, part, is_active ? "first" : "none");
  else
    choose (self, part, is_active ? "true" : "false");
}

static void
add_switch (KomaRecipeRows      *self,
            AdwPreferencesGroup *group,
            KomaRecipePart       part)
{
  GtkWidget *row = add_row (self, group, part, adw_action_row_new ());
  GtkWidget *button = gtk_switch_new ();

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (koma_recipe_part_get_title (part)), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  self->switches[part] = GTK_SWITCH (button);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (switched_cb), self,
                           G_CONNECT_SWAPPED);
}

/* A word that is none is marked, and stays to be mended. */
static void
applied_cb (KomaRecipeRows *self,
            AdwEntryRow    *row)
{
  const KomaRecipePart part = row == self->range_entry ? KOMA_PART_RANGE : KOMA_PART_SIZE;
  const char          *text = gtk_editable_get_text (GTK_EDITABLE (row));
  KomaRecipe           recipe = { 0 };

  if (koma_recipe_set_part (&recipe, part, text, KOMA_SOURCE_OPTION, NULL)) {
    gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
    choose (self, part, text);
    return;
  }
  gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                               GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static AdwEntryRow *
add_entry (KomaRecipeRows      *self,
           AdwPreferencesGroup *group,
           const char          *title)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  adw_preferences_group_add (group, row);
  g_signal_connect_object (row, "apply", G_CALLBACK (applied_cb), self, G_CONNECT_SWAPPED);
  return ADW_ENTRY_ROW (row);
}

/* A person reads percents. */
static double
get_factor (KomaRecipePart part)
{
  return part == KOMA_PART_SURE_FROM ? 100 : 1;
}

static void
settle (KomaRecipeRows *self)
{
  GtkSpinButton *number = self->settling;
  KomaRecipePart part = 0;
  char           word[G_ASCII_DTOSTR_BUF_SIZE];
  double         value = 0;

  while (self->numbers[part] != number)
    part++;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  value = gtk_spin_button_get_value (number) / get_factor (part);
  g_ascii_formatd (word, sizeof word, "%.4g", value);
  choose (self, part, word);
}

static gboolean
settled_cb (gpointer user_data)
{
  KomaRecipeRows *self = user_data;

  self->settle_source = 0;
  settle (self);
  return G_SOURCE_REMOVE;
}

static void
spun_cb (KomaRecipeRows *self,
         GtkSpinButton  *number)
{
  if (self->is_showing)
    return;
  if (self->settle_source != 0 && self->settling != number)
    settle (self);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settling = number;
  self->settle_source = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static GtkWidget *
add_number (KomaRecipeRows      *self,
            AdwPreferencesGroup *group,
            KomaRecipePart       part,
            GtkWidget           *number,
            const char          *name)
{
  GtkWidget *row = add_row (self, group, part, adw_action_row_new ());

  gtk_widget_set_valign (number, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), number);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), number);
  self->numbers[part] = GTK_SPIN_BUTTON (number);
  g_signal_connect_object (number, "value-changed", G_CALLBACK (spun_cb), self, G_CONNECT_SWAPPED);
  return row;
}

static void
add_sure_from (KomaRecipeRows      *self,
               AdwPreferencesGroup *group)
{
  GtkWidget *row = add_number (self, group, KOMA_PART_SURE_FROM,
                               gtk_spin_button_new_with_range (0, 100, 5),
                               _ ("Sure from, in percent"));

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_label_new ("%"));
}

static void
add_temperature (KomaRecipeRows      *self,
                 AdwPreferencesGroup *group)
{
  GtkWidget *number = gtk_spin_button_new_with_range (0.05, 20, 0.1);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (number), 2);
  gtk_widget_set_tooltip_text (add_number (self, group, KOMA_PART_TEMPERATURE, number,
                                           _ ("Temperature")),
                               _ ("Above 1, answers become less sure; below 1, surer"));
}

static GtkLabel *
add_value (GtkWidget *row)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  return GTK_LABEL (label);
}

static AdwPreferencesGroup *
add_group (KomaRecipeRows *self,
           const char     *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

/* The dialog is of the window of the pictures, which also takes labels that are dropped. */
static void
add_labels (KomaRecipeRows      *self,
            AdwPreferencesGroup *group)
{
  GtkWidget *row = add_row (self, group, KOMA_PART_LABELS, adw_action_row_new ());

  self->labels = add_value (row);
  gtk_label_set_max_width_chars (self->labels, 16);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("document-open-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "recipe.open-labels");
}

static void
koma_recipe_rows_init (KomaRecipeRows *self)
{
  AdwPreferencesGroup *input = add_group (self, _ ("The Picture"));
  AdwPreferencesGroup *output = add_group (self, _ ("The Answer"));

  self->size = add_value (add_row (self, input, KOMA_PART_SIZE, adw_action_row_new ()));
  self->size_entry = add_entry (self, input, _ ("Other Size, Such as 224x224"));
  add_list (self, input, KOMA_PART_RANGE);
  self->range_entry = add_entry (self, input, _ ("Numbers for Dark and Light, Such as −1,1"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->range_entry),
                               _ ("Or mean and deviation of each color: "
                                  "0.5,0.5,0.5/0.25,0.25,0.25"));
  add_switch (self, input, KOMA_PART_INVERT);
  add_list (self, input, KOMA_PART_CHANNELS);
  add_list (self, input, KOMA_PART_FIT);
  add_list (self, input, KOMA_PART_RESIZE);
  add_list (self, output, KOMA_PART_SCORES);
  add_labels (self, output);
  add_switch (self, output, KOMA_PART_BACKGROUND);
  add_temperature (self, output);
  add_sure_from (self, output);
}

/* ---- Showing a recipe ---- */

static void
show_list (KomaRecipeRows *self,
           KomaRecipePart  part,
           const char     *word)
{
  const KomaRecipeWord *words = koma_recipe_words_list (part);
  guint                 i = 0;

  while (words[i].word != NULL && !g_str_equal (words[i].word, word))
    i++;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->rows[part]), i);
  if (part == KOMA_PART_RANGE) {
    gtk_widget_set_visible (GTK_WIDGET (self->range_entry), words[i].word == NULL);
    gtk_editable_set_text (GTK_EDITABLE (self->range_entry), word);
  }
}

static void
show_labels (KomaRecipeRows      *self,
             const KomaModelInfo *info)
{
  const char      *source = koma_labels_get_source (info->labels);
  g_autofree char *name = g_filename_display_basename (source);

  /* Of classes that nothing names, and of those in a file of TensorFlow.js; others have a file. */
  if (g_str_equal (source, "numbers"))
    gtk_label_set_label (self->labels, _ ("Numbers"));
  else
    gtk_label_set_label (self->labels, g_str_equal (source, "the graph") ? _ ("The graph") : name);
}

static void
show_part (KomaRecipeRows      *self,
           KomaRecipePart       part,
           const KomaModelInfo *info)
{
  const KomaRecipe *recipe = &info->values;
  g_autofree char  *word = koma_recipe_dup_part (recipe, part);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rows[part]),
                               _ (koma_recipe_source_get_words (recipe->sources[part])));
  if (koma_recipe_words_list (part) != NULL)
    show_list (self, part, word);
  else if (self->switches[part] != NULL)
    gtk_switch_set_active (self->switches[part],
                           part == KOMA_PART_INVERT ? koma_recipe_is_inverted (recipe)
                                                    : recipe->has_background);
  else if (self->numbers[part] != NULL && self->settle_source == 0)
    gtk_spin_button_set_value (self->numbers[part],
                               get_factor (part) * g_ascii_strtod (word, NULL));
}

static void
show_size (KomaRecipeRows      *self,
           const KomaModelInfo *info)
{
  g_autofree char *word = koma_recipe_dup_part (&info->values, KOMA_PART_SIZE);
  g_autofree char *text = g_strdup_printf ("%u × %u", info->values.width, info->values.height);

  gtk_label_set_label (self->size, text);
  gtk_widget_set_visible (GTK_WIDGET (self->size_entry), info->is_size_open);
  gtk_editable_set_text (GTK_EDITABLE (self->size_entry), word);
}

/**
 * koma_recipe_rows_show:
 * @self: rows
 * @info: of the model in use
 *
 * Shows what it expects. Nothing is emitted.
 */
void
koma_recipe_rows_show (KomaRecipeRows      *self,
                       const KomaModelInfo *info)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_showing = TRUE;
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (self->rows[part] != NULL)
      show_part (self, part, info);
  show_size (self, info);
  show_labels (self, info);
  gtk_widget_set_visible (self->rows[KOMA_PART_CHANNELS],
                          info->values.channels != KOMA_CHANNELS_GREY);
  self->is_showing = FALSE;
}
