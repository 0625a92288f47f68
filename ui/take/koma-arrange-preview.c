/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-preview.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

/* More rows than anybody reads cost time. */
#define MAX_ROWS 100

struct _KomaArrangePreview
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (KomaArrangePreview, koma_arrange_preview, ADW_TYPE_BIN)

static void
koma_arrange_preview_class_init (KomaArrangePreviewClass *klass)
{
}

static void
koma_arrange_preview_init (KomaArrangePreview *self)
{
}

/* Pictures, without the sidecars that go with them. */
static guint
count_files (const KomaArrangePlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->folders->len; i++)
    n += ((const KomaArrangeFolder *) plan->folders->pdata[i])->n_steps;
  return n;
}

static char *
describe_skip (KomaArrangeSkip skip,
               guint           n)
{
  switch (skip) {
  case KOMA_SKIP_NOT_SURE:
    return g_strdup_printf (ngettext ("%'u is not sure", "%'u are not sure", n), n);
  case KOMA_SKIP_NO_ANSWER:
    return g_strdup_printf (ngettext ("%'u has no answer", "%'u have no answer", n), n);
  case KOMA_SKIP_NO_FILE:
    return g_strdup_printf (ngettext ("%'u is no file of its own",
                                      "%'u are no files of their own", n),
                            n);
  case KOMA_SKIP_TWICE:
    return g_strdup_printf (ngettext ("%'u is in the list twice",
                                      "%'u are in the list twice", n),
                            n);
  case KOMA_SKIP_TAKEN:
    return g_strdup_printf (ngettext ("%'u has a name that is taken",
                                      "%'u have names that are taken", n),
                            n);
  case KOMA_SKIP_VANISHED:
    return g_strdup_printf (ngettext ("%'u has gone or is a link",
                                      "%'u have gone or are links", n),
                            n);
  case KOMA_SKIP_SIDECAR:
    return g_strdup_printf (ngettext ("%'u XMP file is a link or no file",
                                      "%'u XMP files are links or no files", n),
                            n);
  default:
    return g_strdup_printf (ngettext ("%'u is in its folder already",
                                      "%'u are in their folders already", n),
                            n);
  }
}

/* Markup of nothing but words of ours and numbers. */
static char *
describe (const KomaArrangePlan *plan)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_first = TRUE;

  for (guint i = 0; i < KOMA_N_SKIPS; i++) {
    g_autofree char *reason =
      plan->n_skipped[i] > 0 ? describe_skip (i, plan->n_skipped[i]) : NULL;

    if (reason == NULL)
      continue;
    if (is_first)
      /* Translators: pictures; a list of reasons follows */
      g_string_append (text, _ ("Left alone: "));
    else
      g_string_append (text, C_ ("between reasons", ", "));
    g_string_append (text, reason);
    is_first = FALSE;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_folder (const KomaArrangePlan   *plan,
                 const KomaArrangeFolder *folder)
{
  const guint n = folder->n_renamed;

  if (n == 0)
    return g_strdup (folder->is_new ? _ ("New folder") : "");
  if (plan->kind == KOMA_ARRANGE_LABEL)
    return g_strdup_printf (ngettext ("%'u XMP file is there and keeps its other content",
                                      "%'u XMP files are there and keep their other content", n),
                            n);
  return g_strdup_printf (ngettext ("%'u gets a number", "%'u get numbers", n), n);
}

static GtkWidget *
create_row (const KomaArrangePlan   *plan,
            const KomaArrangeFolder *folder)
{
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *number = g_strdup_printf ("%'u", folder->n_steps);
  g_autofree char *subtitle = describe_folder (plan, folder);
  GtkWidget       *label = gtk_label_new (number);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), folder->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name (plan->kind == KOMA_ARRANGE_LABEL
                                                             ? "user-bookmarks-symbolic"
                                                             : "folder-symbolic"));
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  return row;
}

static int
compare_folders (gconstpointer a,
                 gconstpointer b)
{
  const KomaArrangeFolder *first = *(KomaArrangeFolder *const *) a;
  const KomaArrangeFolder *second = *(KomaArrangeFolder *const *) b;

  if (first->n_steps != second->n_steps)
    return first->n_steps < second->n_steps ? 1 : -1;
  return g_utf8_collate (first->name, second->name);
}

static void
add_rows (AdwPreferencesGroup   *group,
          const KomaArrangePlan *plan)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_copy (plan->folders, NULL, NULL);

  g_ptr_array_set_free_func (folders, NULL);
  g_ptr_array_sort (folders, compare_folders);
  for (guint i = 0; i < MIN (folders->len, MAX_ROWS); i++) {
    const KomaArrangeFolder *folder = folders->pdata[i];

    if (folder->n_steps > 0)
      adw_preferences_group_add (group, create_row (plan, folder));
  }
  if (folders->len > MAX_ROWS) {
    g_autofree char *more =
      g_strdup_printf (ngettext ("And %'u more", "And %'u more", folders->len - MAX_ROWS),
                       folders->len - MAX_ROWS);
    GtkWidget *row = adw_action_row_new ();

    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), more);
    adw_preferences_group_add (group, row);
  }
}

void
koma_arrange_preview_set_plan (KomaArrangePreview    *self,
                               const KomaArrangePlan *plan)
{
  GtkWidget       *group = adw_preferences_group_new ();
  const guint      n = count_files (plan);
  g_autofree char *title =
    g_strdup_printf (ngettext ("%'u Picture", "%'u Pictures", n), n);
  g_autofree char *left = describe (plan);

  KOMA_ASSERT_MAIN_THREAD ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), left);
  add_rows (ADW_PREFERENCES_GROUP (group), plan);
  adw_bin_set_child (ADW_BIN (self), group);
}
