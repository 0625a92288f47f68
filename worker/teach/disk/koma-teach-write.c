/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of the journal that say how a project is now. */
#include "worker/teach/project/koma-teach-project-private.h"

void
koma_teach_project_write_classes (KomaTeachProject *self)
{
  const GPtrArray *classes = self->lists.classes;
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < classes->len; i++) {
    KomaTeachClassRecord *record = g_new0 (KomaTeachClassRecord, 1);

    record->id = koma_teach_class_get_id (classes->pdata[i]);
    record->name = (char *) koma_teach_class_get_name (classes->pdata[i]);
    record->colour = koma_teach_class_get_colour (classes->pdata[i]);
    g_ptr_array_add (records, record);
  }
  koma_teach_project_write (self, koma_teach_record_classes (records));
  koma_teach_lists_tell_classes (&self->lists);
}

void
koma_teach_project_write_project (KomaTeachProject *self)
{
  koma_teach_project_write (self, koma_teach_record_project (&self->record));
}

/* One line for each run of one class. */
void
koma_teach_project_write_moves (KomaTeachProject     *self,
                                const KomaTeachPlace *places,
                                guint                 n)
{
  g_autofree guint64 *keys = g_new (guint64, n);

  for (guint i = 0, n_keys = 0; i < n; i++) {
    KomaTeachClass *klass = places[i].klass;

    keys[n_keys++] = koma_teach_example_get_key (places[i].example);
    koma_teach_lists_tell_place (&self->lists, places[i].example);
    if (i + 1 < n && places[i + 1].klass == klass)
      continue;
    koma_teach_project_write (
      self, koma_teach_record_move (keys, n_keys,
                                    klass != NULL ? koma_teach_class_get_id (klass) : 0));
    n_keys = 0;
  }
}
