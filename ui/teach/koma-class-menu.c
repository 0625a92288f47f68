/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-menu.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-words.h"

static void
append (GMenu      *menu,
        const char *label,
        const char *action,
        guint       id)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "u", id);
  g_menu_append_item (menu, item);
}

static void
append_colours (GMenu *menu,
                guint  id)
{
  g_autoptr (GMenu) colours = g_menu_new ();

  for (guint colour = 0; colour < KOMA_TEACH_N_COLOURS; colour++) {
    g_autoptr (GMenuItem) item = g_menu_item_new (koma_teach_words_for_colour (colour), NULL);

    g_menu_item_set_action_and_target (item, "teach.recolour", "(uu)", id, colour);
    g_menu_append_item (colours, item);
  }
  g_menu_append_submenu (menu, _ ("_Colour"), G_MENU_MODEL (colours));
}

/**
 * koma_class_menu_new:
 * @klass: a class
 *
 * Returns: (transfer full): its menu
 */
GMenuModel *
koma_class_menu_new (KomaTeachClass *klass)
{
  const guint id = koma_teach_class_get_id (klass);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) adding = g_menu_new ();
  g_autoptr (GMenu) changing = g_menu_new ();
  g_autoptr (GMenu) removing = g_menu_new ();

  append (adding, _ ("Add _Folder…"), "teach.add-folder", id);
  append (adding, _ ("_Paste Pictures"), "teach.paste", id);
  append (adding, _ ("_Show All Pictures"), "teach.show-pictures", id);
  append_colours (changing, id);
  append (changing, _ ("Move _Up"), "teach.move-up", id);
  append (changing, _ ("Move _Down"), "teach.move-down", id);
  append (removing, _ ("_Remove Class"), "teach.remove-class", id);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (adding));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changing));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (removing));
  return G_MENU_MODEL (g_steal_pointer (&menu));
}
