/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gi18n.h>

#include "koma-cli-fetch.h"
#include "koma-cli-json.h"
#include "koma-cli-options.h"
#include "koma-cli.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-hub-address.h"
#include "worker/models/koma-model-list.h"
#include "worker/models/koma-stored-model.h"

static const char summary[] = N_ ("List models that are there, download one of the catalogue or of "
                                  "an address, or remove one that was downloaded.");

typedef struct
{
  KomaCliOptions options;
  gboolean       is_catalogue;
  char          *get;    /* (nullable) */
  char          *remove; /* (nullable) */
  char          *mirror; /* (nullable) */
  KomaFormatKind format;
} Models;

static void
models_clear (Models *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->get);
  g_free (self->remove);
  g_free (self->mirror);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Models, models_clear)

static gboolean
parse (Models *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "catalogue", 'c', 0, G_OPTION_ARG_NONE, &self->is_catalogue,
      N_("List the models that can be downloaded; no network is asked for that"), NULL },
    { "get", 'g', 0, G_OPTION_ARG_STRING, &self->get,
      N_("Download a model of the catalogue, or from an address, and print its path"), N_("NAME") },
    { "remove", 'r', 0, G_OPTION_ARG_STRING, &self->remove,
      N_("Remove a model that was downloaded"), N_("NAME") },
    { "mirror", 0, 0, G_OPTION_ARG_STRING, &self->mirror,
      N_("The address to download from in place of the catalogue's or of Hugging Face's; otherwise "
         "$KOMA_MIRROR or $HF_ENDPOINT says"),
      N_("ADDRESS") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .summary = summary,
    .takes = KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format))
    return FALSE;
  if (*argc == 1 && self->is_catalogue + (self->get != NULL) + (self->remove != NULL) <= 1)
    return TRUE;
  koma_cli_warn (_ ("one of --catalogue, --get NAME and --remove NAME, and nothing else"));
  return FALSE;
}

/* 0 is not known. */
static void
add_number (JsonBuilder *builder,
            const char  *name,
            gint64       value)
{
  json_builder_set_member_name (builder, name);
  if (value > 0)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_item (JsonBuilder         *builder,
          const KomaModelItem *item)
{
  static const char *const places[] = { "bundled", "installed", "stored", "opened" };

  json_builder_begin_object (builder);
  koma_json_string (builder, "name", item->name);
  koma_cli_json_path (builder, "path", item->path);
  koma_json_string (builder, "place", places[item->place]);
  json_builder_set_member_name (builder, "recent");
  json_builder_add_boolean_value (builder, item->place == KOMA_MODEL_OPENED);
  koma_json_string (builder, "id", item->catalogue_id);
  koma_json_string (builder, "kind", koma_model_kind_get_name (item->kind));
  koma_json_string (builder, "format", item->format);
  koma_json_string (builder, "address", item->address);
  koma_json_string (builder, "licence", item->licence);
  koma_json_string (builder, "source", item->source);
  add_number (builder, "classes", item->n_classes);
  add_number (builder, "bytes", (gint64) item->size_bytes);
  add_number (builder, "last_used", item->last_used);
  koma_json_string (builder, "backend", item->backend);
  if (item->backend != NULL)
    koma_json_double (builder, "run_ms", item->run_ms);
  json_builder_end_object (builder);
}

static void
add_entry (JsonBuilder              *builder,
           const KomaCatalogueEntry *entry,
           gboolean                  is_stored)
{
  json_builder_begin_object (builder);
  koma_json_string (builder, "id", entry->id);
  koma_json_string (builder, "name", entry->name);
  koma_json_string (builder, "description", entry->description);
  koma_json_string (builder, "kind", koma_model_kind_get_name (entry->kind));
  add_number (builder, "classes", entry->n_classes);
  add_number (builder, "bytes", (gint64) entry->size_bytes);
  koma_json_string (builder, "licence", entry->licence);
  koma_json_string (builder, "source", entry->source);
  json_builder_set_member_name (builder, "stored");
  json_builder_add_boolean_value (builder, is_stored);
  json_builder_end_object (builder);
}

static JsonBuilder *
begin_json (void)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "models");
  json_builder_begin_array (builder);
  return builder;
}

static void
print_json (JsonBuilder *builder)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static int
list_models (const Models *self)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (GPtrArray) items = koma_model_list_read (choices, FALSE);
  g_autoptr (JsonBuilder) builder = begin_json ();

  for (guint i = 0; i < items->len; i++) {
    const KomaModelItem *item = items->pdata[i];

    add_item (builder, item);
    if (self->format == KOMA_FORMAT_TEXT) {
      koma_cli_say ("%s\n", item->name);
      koma_cli_say ("    %s\n", item->path);
    }
  }
  if (self->format == KOMA_FORMAT_JSON)
    print_json (builder);
  else if (items->len == 0)
    koma_cli_say ("%s\n",
                  _ ("There are no models. “koma classify --model MODEL” uses one from anywhere."));
  return KOMA_EXIT_OK;
}

static void
say_entry (const KomaCatalogueEntry *entry,
           gboolean                  is_stored)
{
  g_autofree char *size = g_format_size (entry->size_bytes);

  koma_cli_say ("%s\n", entry->id);
  koma_cli_say ("    %s, %s, %s%s\n", entry->name, size, entry->licence,
                is_stored ? _ (" (downloaded)") : "");
  koma_cli_say ("    %s\n", entry->description);
}

static int
list_catalogue (const Models *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = koma_catalogue_load (&error);
  g_autoptr (JsonBuilder) builder = begin_json ();

  if (entries == NULL) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  for (guint i = 0; i < entries->len; i++) {
    const KomaCatalogueEntry *entry = entries->pdata[i];
    g_autoptr (KomaStoredModel) stored = koma_stored_model_find (entry->id);

    add_entry (builder, entry, stored != NULL);
    if (self->format == KOMA_FORMAT_TEXT)
      say_entry (entry, stored != NULL);
  }
  if (self->format == KOMA_FORMAT_JSON)
    print_json (builder);
  return KOMA_EXIT_OK;
}

static int
get_model (const Models *self)
{
  g_autofree char *address = koma_address_is (self->get)
                               ? g_strdup (self->get)
                               : g_strconcat (KOMA_ADDRESS_CATALOGUE, self->get, NULL);
  g_autofree char *path = NULL;
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  /* Before there are threads; the worker's own loads would read it too. */
  if (self->mirror != NULL)
    g_setenv (koma_hub_address_is (address) ? KOMA_HUB_ENDPOINT_ENV : "KOMA_MIRROR", self->mirror,
              TRUE);
  path = koma_cli_fetch (address);
  if (path == NULL)
    return KOMA_EXIT_SOME_FAILED;
  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", path);
  json_builder_end_object (builder);
  if (self->format == KOMA_FORMAT_JSON)
    koma_cli_json_print (builder);
  else
    koma_cli_say ("%s\n", path);
  return KOMA_EXIT_OK;
}

static gboolean
is_meant (const KomaModelItem *item,
          const char          *name)
{
  g_autofree char *folder = g_path_get_dirname (item->path);
  g_autofree char *base = g_path_get_basename (folder);

  return g_str_equal (item->path, name) ||
         (item->place == KOMA_MODEL_INSTALLED && g_str_equal (base, name));
}

static gboolean
remove_item (KomaModelChoices *choices,
             GPtrArray        *items,
             const char       *name,
             GError          **error)
{
  for (guint i = 0; i < items->len; i++)
    if (is_meant (items->pdata[i], name))
      return koma_model_list_remove (choices, items->pdata[i], error);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
               _ ("%s: there is no such model; “koma models” lists them"), name);
  return FALSE;
}

static int
remove_model (const Models *self)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (GPtrArray) items = koma_model_list_read (choices, TRUE);
  g_autoptr (KomaStoredModel) stored = koma_stored_model_find (self->remove);
  g_autofree char *path = stored != NULL ? koma_stored_model_get_path (stored) : NULL;
  g_autoptr (GError) error = NULL;
  /* One that lost its model file is in no list. */
  gboolean is_removed = stored != NULL ? koma_stored_model_remove (stored->folder, &error)
                                       : remove_item (choices, items, self->remove, &error);

  if (!is_removed) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_SOME_FAILED;
  }
  if (path != NULL)
    koma_model_choices_remove_recent (choices, path);
  /* Writes the list of those opened, which a thread would have no time for. */
  g_ptr_array_unref (koma_model_choices_list (choices, FALSE));
  return KOMA_EXIT_OK;
}

int
koma_cli_models (int    argc,
                 char **argv)
{
  g_auto (Models) self = { 0 };

  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  if (self.is_catalogue)
    return list_catalogue (&self);
  if (self.get != NULL)
    return get_model (&self);
  return self.remove != NULL ? remove_model (&self) : list_models (&self);
}
