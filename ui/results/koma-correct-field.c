/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-correct-field.h"

#include <string.h>

#include "koma-search-text.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* More than one reads before one types on. */
#define MAX_ROWS 5

/* What may be meant. */
typedef struct
{
  char  *label; /* as a correction has it */
  char  *name;  /* for people */
  char  *folded;
  char  *folded_label;
  double score; /* of the picture; negative where it has none */
} Candidate;

/**
 * KomaCorrectField:
 *
 * The name that begins with what was typed is completed behind it, selected, so that the next
 * letter replaces it, and Enter takes all of it.
 */
struct _KomaCorrectField
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkEditable *entry;
  GtkListBox  *list;

  /* Owned. */
  GPtrArray *candidates; /* Candidate, likely ones first */
  char      *typed;      /* without … */
  char      *rest;       /* … what was completed behind it */
  guint      completion_source;
  gboolean   is_completing;
};

enum {
  SIGNAL_CHANGED,
  SIGNAL_TAKEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCorrectField, koma_correct_field, ADW_TYPE_BIN)

/* ---- Candidates ---- */

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->label);
  g_free (candidate->name);
  g_free (candidate->folded);
  g_free (candidate->folded_label);
  g_free (candidate);
}

static void
add_candidate (KomaCorrectField *self,
               GHashTable       *known, /* labels */
               const char       *label,
               const char       *name,
               double            score)
{
  Candidate *candidate = NULL;

  if (g_hash_table_contains (known, label))
    return;
  candidate = g_new0 (Candidate, 1);
  candidate->label = g_strdup (label);
  candidate->name = g_strdup (name);
  candidate->folded = koma_search_text_fold (name);
  candidate->folded_label = koma_search_text_fold (label);
  candidate->score = score;
  g_ptr_array_add (self->candidates, candidate);
  g_hash_table_add (known, candidate->label);
}

static void
add_used (KomaCorrectField *self,
          GHashTable       *known,
          KomaResult       *result, /* (nullable) */
          GListModel       *all)
{
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (all, i);
    KomaCorrection *correction = koma_result_item_get_correction (item);

    if (correction != NULL)
      add_candidate (self, known, correction->label, koma_correction_get_name (correction, result),
                     -1.0);
  }
}

/* The best of this picture, what was used for others, and all other classes. */
static void
find_candidates (KomaCorrectField *self,
                 KomaResultItem   *item,
                 GListModel       *all)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  KomaResult *result = koma_result_item_get_result (item);
  const guint n_best = result != NULL ? MIN (result->n_classes, MAX_ROWS) : 0;
  const guint n = result != NULL ? koma_labels_get_n (result->labels) : 0;

  g_ptr_array_set_size (self->candidates, 0);
  for (guint i = 0; i < n_best; i++)
    add_candidate (self, known, koma_result_get_class (result, i).label,
                   koma_result_get_class (result, i).name,
                   result->classes[i].score);
  add_used (self, known, result, all);
  for (guint i = 0; i < n; i++)
    if (!koma_labels_is_background (result->labels, i))
      add_candidate (self, known, koma_labels_get (result->labels, i),
                     koma_labels_get_name (result->labels, i), -1.0);
}

/* How well it fits what was typed: 0: not at all; 1: somewhere in it; 2: from its beginning. */
static guint
rate (const Candidate *candidate,
      const char      *folded)
{
  const char *place = strstr (candidate->folded, folded);

  return place == NULL ? 0 : place > candidate->folded ? 1
                                                       : 2;
}

/* ---- The list ---- */

static GtkWidget *
create_row (const Candidate *candidate)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget       *name = gtk_label_new (candidate->name);
  g_autofree char *score = candidate->score >= 0 ? koma_words_for_score (candidate->score) : NULL;
  GtkWidget       *percent = gtk_label_new (score);
  GtkWidget       *row = gtk_list_box_row_new ();

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (percent, "numeric");
  gtk_widget_add_css_class (percent, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), percent);
  gtk_widget_add_css_class (box, "suggestion");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "label", g_strdup (candidate->label), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  candidate->name, -1);
  return row;
}

static void
show_suggestions (KomaCorrectField *self)
{
  g_autofree char *folded = koma_search_text_fold (self->typed);
  GtkWidget       *row = NULL;
  guint            n_rows = 0;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint wanted = 2; wanted > 0; wanted--)
    for (guint i = 0; i < self->candidates->len && n_rows < MAX_ROWS; i++) {
      const Candidate *candidate = g_ptr_array_index (self->candidates, i);

      if (rate (candidate, folded) != wanted)
        continue;
      gtk_list_box_append (self->list, create_row (candidate));
      n_rows++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->list), n_rows > 0);
}

static void
row_activated_cb (KomaCorrectField *self,
                  GtkListBoxRow    *row)
{
  g_autofree char *label = g_strdup (g_object_get_data (G_OBJECT (row), "label"));

  g_signal_emit (self, signals[SIGNAL_TAKEN], 0, label);
}

/* ---- Typing ---- */

/* (nullable) What follows @typed in a name, whatever the capitals. */
static const char *
find_rest (const char *name,
           const char *typed)
{
  const long       n = g_utf8_strlen (typed, -1);
  g_autofree char *start = NULL;
  g_autofree char *folded_start = NULL;
  g_autofree char *folded_typed = NULL;

  if (g_utf8_strlen (name, -1) <= n)
    return NULL;
  start = g_utf8_substring (name, 0, n);
  folded_start = g_utf8_casefold (start, -1);
  folded_typed = g_utf8_casefold (typed, -1);
  return g_str_equal (folded_start, folded_typed) ? g_utf8_offset_to_pointer (name, n) : NULL;
}

/* Later than "changed": GTK puts the cursor behind the letter once that was told of. */
static gboolean
complete_cb (gpointer data)
{
  KomaCorrectField *self = data;
  const int         n = (int) g_utf8_strlen (self->typed, -1);
  const char       *rest = NULL;

  self->completion_source = 0;
  if (n == 0 || gtk_editable_get_position (self->entry) != n)
    return G_SOURCE_REMOVE;
  self->is_completing = TRUE;
  gtk_editable_delete_text (self->entry, n, -1);
  for (guint i = 0; i < self->candidates->len && rest == NULL; i++)
    rest = find_rest (((const Candidate *) g_ptr_array_index (self->candidates, i))->name,
                      self->typed);
  if (rest != NULL) {
    int end = n;

    g_free (self->rest);
    self->rest = g_strdup (rest);
    gtk_editable_insert_text (self->entry, rest, -1, &end);
    gtk_editable_select_region (self->entry, n, -1);
  }
  self->is_completing = FALSE;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* (transfer full) What was completed may have lost its selection, by the arrow to the left or when
 * the popover gets its size: letters before it replace it all the same. */
static char *
dup_typed (KomaCorrectField *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  const gsize n_typed = strlen (self->typed), n_rest = strlen (self->rest), n = strlen (text);

  return n_rest > 0 && n > n_typed + n_rest && g_str_has_prefix (text, self->typed) &&
             g_str_has_suffix (text, self->rest)
           ? g_strndup (text, n - n_rest)
           : g_strdup (text);
}

static void
changed_cb (KomaCorrectField *self)
{
  g_autofree char *typed = self->is_completing ? NULL : dup_typed (self);
  gboolean         is_longer = FALSE;

  if (typed == NULL)
    return;
  is_longer = strlen (typed) > strlen (self->typed);
  g_free (self->typed);
  self->typed = g_steal_pointer (&typed);
  g_free (self->rest);
  self->rest = g_strdup ("");
  show_suggestions (self);
  g_clear_handle_id (&self->completion_source, g_source_remove);
  if (is_longer)
    self->completion_source = g_idle_add_full (G_PRIORITY_HIGH, complete_cb, self, NULL);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* ---- Object ---- */

static void
koma_correct_field_dispose (GObject *object)
{
  g_clear_handle_id (&KOMA_CORRECT_FIELD (object)->completion_source, g_source_remove);

  G_OBJECT_CLASS (koma_correct_field_parent_class)->dispose (object);
}

static void
koma_correct_field_finalize (GObject *object)
{
  KomaCorrectField *self = KOMA_CORRECT_FIELD (object);

  g_ptr_array_unref (self->candidates);
  g_free (self->typed);
  g_free (self->rest);

  G_OBJECT_CLASS (koma_correct_field_parent_class)->finalize (object);
}

static void
koma_correct_field_class_init (KomaCorrectFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_correct_field_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_correct_field_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_CORRECT_FIELD, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_TAKEN] = g_signal_new ("taken", KOMA_TYPE_CORRECT_FIELD, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-correct-field.ui");
  gtk_widget_class_set_css_name (widget_class, "correctfield");
  gtk_widget_class_bind_template_child (widget_class, KomaCorrectField, entry);
  gtk_widget_class_bind_template_child (widget_class, KomaCorrectField, list);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, koma_correct_field_take);
}

static void
koma_correct_field_init (KomaCorrectField *self)
{
  self->candidates = g_ptr_array_new_with_free_func (candidate_free);
  self->typed = g_strdup ("");
  self->rest = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
koma_correct_field_begin (KomaCorrectField *self,
                          KomaResultItem   *item,
                          GListModel       *all)
{
  KOMA_ASSERT_MAIN_THREAD ();

  find_candidates (self, item, all);
  gtk_editable_set_text (self->entry, "");
  show_suggestions (self);
}

char *
koma_correct_field_dup_label (KomaCorrectField *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
  g_autofree char *folded = koma_search_text_fold (text);

  KOMA_ASSERT_MAIN_THREAD ();

  if (*text == '\0')
    return NULL;
  for (guint i = 0; i < self->candidates->len; i++) {
    const Candidate *candidate = g_ptr_array_index (self->candidates, i);

    if (g_str_equal (candidate->folded, folded) || g_str_equal (candidate->folded_label, folded))
      return g_strdup (candidate->label);
  }
  return g_steal_pointer (&text);
}

void
koma_correct_field_take (KomaCorrectField *self)
{
  g_autofree char *label = koma_correct_field_dup_label (self);

  KOMA_ASSERT_MAIN_THREAD ();

  if (label != NULL)
    g_signal_emit (self, signals[SIGNAL_TAKEN], 0, label);
}

GtkWidget *
koma_correct_field_get_entry (KomaCorrectField *self)
{
  return GTK_WIDGET (self->entry);
}
