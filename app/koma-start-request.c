/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-start-request.h"

#include "koma-safe-place.h"
#include "worker/net/koma-address.h"

KomaStartRequest *
koma_start_request_new (GPtrArray *files)
{
  KomaStartRequest *self = g_new0 (KomaStartRequest, 1);

  self->files = files != NULL ? files : g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
koma_start_request_free (KomaStartRequest *self)
{
  g_free (self->backend);
  g_free (self->model);
  g_ptr_array_unref (self->files);
  g_free (self);
}

KomaStartRequest *
koma_start_request_read (GApplicationCommandLine *command_line)
{
  GVariantDict           *dict = g_application_command_line_get_options_dict (command_line);
  KomaStartRequest       *self = koma_start_request_new (NULL);
  const char             *model = NULL;
  g_autofree const char **files = NULL;

  g_variant_dict_lookup (dict, "backend", "s", &self->backend);
  if (g_variant_dict_lookup (dict, "model", "^&ay", &model)) {
    g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (command_line, model);

    self->model = koma_address_is (model) ? g_strdup (model) : g_file_get_path (file);
  }
  g_variant_dict_lookup (dict, G_OPTION_REMAINING, "^a&ay", &files);
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    g_ptr_array_add (self->files,
                     g_application_command_line_create_file_for_arg (command_line, files[i]));
  return self;
}

static void
add_model (const KomaStartRequest *self,
           GStrvBuilder           *words)
{
  if (self->model != NULL)
    g_strv_builder_add_many (words, "--model", self->model, NULL);
}

static void
add_files (const KomaStartRequest *self,
           GStrvBuilder           *words)
{
  for (guint i = 0; i < self->files->len; i++) {
    g_autofree char *path = g_file_get_path (self->files->pdata[i]);
    g_autofree char *uri = g_file_get_uri (self->files->pdata[i]);

    g_strv_builder_add (words, path != NULL ? path : uri);
  }
}

char **
koma_start_request_list_words (const GPtrArray *requests)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  g_strv_builder_add_many (words, "koma", KOMA_SAFE_PLACE_OPTION, NULL);
  for (guint i = 0; i < requests->len; i++)
    add_model (requests->pdata[i], words);
  g_strv_builder_add (words, "--");
  for (guint i = 0; i < requests->len; i++)
    add_files (requests->pdata[i], words);
  return g_strv_builder_end (words);
}
