/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-menu.h"

#include <glib/gi18n-lib.h>

#include "worker/models/koma-model-choices.h"
#include "worker/teach/disk/koma-teach-folder.h"

/* Menu items do not ellipsize. */
#define MAX_NAME_CHARS 40

/* As the label of a menu item, where an underline marks the key to press. */
static char *
make_label (const KomaModelEntry *entry)
{
  const char *name = entry->name;
  g_autoptr (GString) label = g_string_new (name);

  if (g_utf8_strlen (name, -1) > MAX_NAME_CHARS) {
    g_string_truncate (label, g_utf8_offset_to_pointer (name, MAX_NAME_CHARS - 1) - name);
    g_string_append (label, "…");
  }
  g_string_replace (label, "_", "__", 0);
  /* Translators: the name of a model whose file is not there */
  return entry->is_gone ? g_strdup_printf (_ ("%s (not found)"), label->str)
                        : g_strdup (label->str);
}

typedef enum {
  SECTION_TAUGHT,
  SECTION_INSTALLED,
  SECTION_RECENT,
} Section;

static Section
find_section (const KomaModelEntry *entry)
{
  if (koma_teach_folder_is_taught (entry->path))
    return SECTION_TAUGHT;
  return entry->is_recent ? SECTION_RECENT : SECTION_INSTALLED;
}

static GMenuModel *
create_section (GPtrArray *entries,
                Section    which)
{
  GMenu *section = g_menu_new ();

  for (guint i = 0; i < entries->len; i++) {
    KomaModelEntry  *entry = g_ptr_array_index (entries, i);
    g_autofree char *label = NULL;
    g_autoptr (GMenuItem) item = NULL;

    if (find_section (entry) != which)
      continue;
    label = make_label (entry);
    item = g_menu_item_new (label, NULL);
    g_menu_item_set_action_and_target (item, "win.load-model", "s", entry->path);
    g_menu_append_item (section, item);
  }

  return G_MENU_MODEL (section);
}

/**
 * koma_model_menu_new:
 * @entries: (element-type KomaModelEntry): the models
 * @last_sections: other ways to get one, and what can be chosen for it
 *
 * Returns: (transfer full): a menu
 */
GMenuModel *
koma_model_menu_new (GPtrArray  *entries,
                     GMenuModel *last_sections)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenuModel) taught = create_section (entries, SECTION_TAUGHT);
  g_autoptr (GMenuModel) installed = create_section (entries, SECTION_INSTALLED);
  g_autoptr (GMenuModel) recent = create_section (entries, SECTION_RECENT);

  if (g_menu_model_get_n_items (taught) > 0)
    g_menu_append_section (menu, _ ("Yours"), taught);
  if (g_menu_model_get_n_items (installed) > 0)
    g_menu_append_section (menu, _ ("Installed Models"), installed);
  if (g_menu_model_get_n_items (recent) > 0)
    g_menu_append_section (menu, _ ("Opened Before"), recent);
  for (int i = 0; i < g_menu_model_get_n_items (last_sections); i++) {
    g_autoptr (GMenuModel) section =
      g_menu_model_get_item_link (last_sections, i, G_MENU_LINK_SECTION);

    g_menu_append_section (menu, NULL, section);
  }
  return G_MENU_MODEL (menu);
}
