/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-report.h"

KomaArrangeReport *
koma_arrange_report_new (KomaArrangeKind kind,
                         guint           n_all)
{
  KomaArrangeReport *self = g_new0 (KomaArrangeReport, 1);

  self->kind = kind;
  self->n_all = n_all;
  self->problems = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
koma_arrange_report_free (KomaArrangeReport *self)
{
  g_ptr_array_unref (self->problems);
  g_free (self);
}

void
koma_arrange_report_take_error (KomaArrangeReport *self,
                                GError            *error)
{
  g_ptr_array_add (self->problems, g_strdup (error->message));
  g_error_free (error);
}

void
koma_arrange_report_add (KomaArrangeReport *self,
                         const char        *path,
                         const char        *reason)
{
  g_autofree char *name = g_filename_display_name (path);

  g_ptr_array_add (self->problems, g_strdup_printf ("%s: %s", name, reason));
}
