/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli-source.h"

#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>

#include "koma-cli.h"
#include "worker/decode/koma-picture-finder.h"

/* For the next line of a list, where some were read. */
#define LIST_PATIENCE_MS 200

typedef struct
{
  char      *path;
  KomaFileId id; /* zeros: nobody has asked yet */
} Found;

struct _KomaCliSource
{
  KomaCliSourceReady ready;
  gpointer           user_data;
  gboolean           is_null; /* as `find -print0` lists */
  KomaCliShard       shard;
  GCancellable      *cancellable;

  GQueue            arguments; /* char *: still to be looked at */
  GQueue            found;     /* Found *: not taken yet */
  GDataInputStream *lines;     /* (nullable) standard input, while it is read */
  GFile            *folder;    /* (nullable) that is being searched … */
  char             *prefix;    /* … and how the user spells it */
  gboolean          is_busy;   /* an asynchronous call is under way */

  guint n_found;
  guint n_failed;
};

static void
found_free (gpointer data)
{
  Found *found = data;

  g_free (found->path);
  g_free (found);
}

static Found *
found_new (char             *path, /* (transfer full) */
           const KomaFileId *id)
{
  Found *found = g_new (Found, 1);

  *found = (Found){ path, *id };
  return found;
}

/* Under a name that other machines have for it, too: what belongs to another shard is not there. */
static void
push_path (KomaCliSource    *self,
           const char       *name,
           char             *path, /* (transfer full) */
           const KomaFileId *id)
{
  if (!koma_cli_shard_has (&self->shard, name)) {
    g_free (path);
    return;
  }
  g_queue_push_tail (&self->found, found_new (path, id));
  self->n_found++;
}

/* Within the folder, under the name that the user gave it. */
static void
found_cb (GPtrArray        *files,
          const KomaFileId *ids,
          gpointer          data)
{
  KomaCliSource *self = data;

  for (guint i = 0; i < files->len; i++) {
    g_autofree char *relative = g_file_get_relative_path (self->folder, files->pdata[i]);

    if (relative != NULL)
      push_path (self, relative, g_build_filename (self->prefix, relative, NULL), &ids[i]);
    else
      push_path (self, g_file_peek_path (files->pdata[i]), g_file_get_path (files->pdata[i]),
                 &ids[i]);
  }
  self->ready (self->user_data);
}

static void
searched_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      data)
{
  KomaCliSource *self = data;
  guint          n_unreadable = 0;
  g_autoptr (GError) error = NULL;
  gboolean is_searched = koma_picture_finder_find_finish (result, &n_unreadable, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!is_searched)
    koma_cli_warn ("%s: %s", self->prefix, error->message);
  else if (n_unreadable > 0)
    koma_cli_warn (
      ngettext ("%s: %u folder can not be read", "%s: %u folders can not be read", n_unreadable),
      self->prefix, n_unreadable);
  self->n_failed += is_searched ? n_unreadable : 1;
  self->is_busy = FALSE;
  self->ready (self->user_data);
}

static void
search_folder (KomaCliSource *self,
               const char    *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_free (self->prefix);
  self->prefix = g_strdup (path);
  g_set_object (&self->folder, NULL);
  self->folder = g_file_new_for_path (path);
  g_ptr_array_add (files, g_object_ref (self->folder));
  self->is_busy = TRUE;
  koma_picture_finder_find_async (files, found_cb, self, self->cancellable, searched_cb, self);
}

static void
look_at (KomaCliSource *self,
         const char    *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    search_folder (self, path);
  else
    push_path (self, path, g_strdup (path), &(KomaFileId){ 0 });
}

/* (nullable) the next path of the list, without what ends it. */
static char *
finish_line (gboolean          is_null,
             GDataInputStream *lines,
             GAsyncResult     *result,
             GError          **error)
{
  gsize            length = 0;
  g_autofree char *line =
    is_null ? g_data_input_stream_read_upto_finish (lines, result, &length, error)
            : g_data_input_stream_read_line_finish (lines, result, &length, error);

  if (line == NULL)
    return NULL;
  /* It is there already, if there is one. */
  if (is_null && g_buffered_input_stream_get_available (G_BUFFERED_INPUT_STREAM (lines)) > 0)
    g_data_input_stream_read_byte (lines, NULL, NULL);
  if (strlen (line) == length)
    return g_steal_pointer (&line);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s",
               _ ("a line holds a NUL; a list of that kind is read with --null"));
  return NULL;
}

static void
line_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      data)
{
  KomaCliSource *self = data;
  g_autoptr (GDataInputStream) lines = g_object_ref (G_DATA_INPUT_STREAM (object));
  g_autoptr (GError) error = NULL;
  g_autofree char *line = finish_line (self->is_null, lines, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->is_busy = FALSE;
  if (error != NULL) {
    koma_cli_warn (_ ("standard input: %s"), error->message);
    self->n_failed++;
  }
  if (line == NULL)
    g_clear_object (&self->lines);
  else if (line[0] != '\0')
    look_at (self, line);
  self->ready (self->user_data);
}

static void
read_line (KomaCliSource *self)
{
  self->is_busy = TRUE;
  if (self->is_null)
    g_data_input_stream_read_upto_async (self->lines, "", 1, G_PRIORITY_DEFAULT, self->cancellable,
                                         line_cb, self);
  else
    g_data_input_stream_read_line_async (self->lines, G_PRIORITY_DEFAULT, self->cancellable,
                                         line_cb, self);
}

static void
open_standard_input (KomaCliSource *self)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);

  self->lines = g_data_input_stream_new (input);
  g_data_input_stream_set_newline_type (self->lines, G_DATA_STREAM_NEWLINE_TYPE_ANY);
}

/* Looks further until there is a path, or something to wait for. */
static void
look_further (KomaCliSource *self)
{
  while (g_queue_is_empty (&self->found) && !self->is_busy) {
    g_autofree char *argument = NULL;

    if (self->lines != NULL) {
      read_line (self);
      return;
    }
    argument = g_queue_pop_head (&self->arguments);
    if (argument == NULL)
      return;
    if (g_str_equal (argument, "-"))
      open_standard_input (self);
    else
      look_at (self, argument);
  }
}

/**
 * koma_cli_source_new:
 * @ready: called from the main loop whenever koma_cli_source_take() may give
 *   more than it did
 */
KomaCliSource *
koma_cli_source_new (char             **arguments,
                     gboolean           is_null,
                     KomaCliSourceReady ready,
                     gpointer           user_data)
{
  KomaCliSource *self = g_new0 (KomaCliSource, 1);

  self->is_null = is_null;
  self->ready = ready;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->arguments);
  g_queue_init (&self->found);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_queue_push_tail (&self->arguments, g_strdup (arguments[i]));
  return self;
}

/**
 * koma_cli_source_set_shard:
 *
 * Only the pictures of this shard are there. One that a folder holds is known by its path from that
 * folder on, and another by the path that names it. To be called before the first is taken.
 */
void
koma_cli_source_set_shard (KomaCliSource      *self,
                           const KomaCliShard *shard)
{
  self->shard = *shard;
}

/**
 * koma_cli_source_stop:
 *
 * Looks no further: what was found and not taken is forgotten, and what is
 * waited for comes back to nothing.
 */
void
koma_cli_source_stop (KomaCliSource *self)
{
  g_cancellable_cancel (self->cancellable);
  g_queue_clear_full (&self->arguments, g_free);
  g_queue_clear_full (&self->found, found_free);
  g_clear_object (&self->lines);
  self->is_busy = FALSE;
}

/**
 * koma_cli_source_free:
 *
 * Only where the main loop does not run again.
 */
void
koma_cli_source_free (KomaCliSource *self)
{
  if (self == NULL)
    return;
  koma_cli_source_stop (self);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->folder);
  g_free (self->prefix);
  g_free (self);
}

static Found *
take (KomaCliSource *self)
{
  look_further (self);
  return g_queue_pop_head (&self->found);
}

char *
koma_cli_source_take (KomaCliSource *self)
{
  KomaFileId id = { 0 };

  return koma_cli_source_take_file (self, &id);
}

char *
koma_cli_source_take_file (KomaCliSource *self,
                           KomaFileId    *ret_id)
{
  Found *found = take (self);
  char  *path = NULL;

  if (found == NULL)
    return NULL;
  *ret_id = found->id;
  path = g_steal_pointer (&found->path);
  found_free (found);
  return path;
}

static gboolean
waited_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_CONTINUE;
}

/* Waits for something to happen; FALSE: nothing came for a while from who may wait himself. */
static gboolean
wait_for_more (KomaCliSource *self,
               gboolean       has_some)
{
  gboolean is_over = FALSE;
  guint    timer = 0;

  if (self->lines == NULL || !has_some) {
    g_main_context_iteration (NULL, TRUE);
    return TRUE;
  }
  timer = g_timeout_add (LIST_PATIENCE_MS, waited_cb, &is_over);
  while (!is_over && g_queue_is_empty (&self->found) && self->is_busy)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  return !is_over;
}

/**
 * koma_cli_source_look_ahead:
 * @n: how many, at most
 *
 * Runs the main loop meanwhile. Whoever writes a list to standard input may wait for an answer
 * before the next line, so what comes soon has to do.
 *
 * Returns: (transfer full) (element-type filename): the next paths, which are not taken
 */
GPtrArray *
koma_cli_source_look_ahead (KomaCliSource *self,
                            guint          n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  GQueue     taken = G_QUEUE_INIT;

  while (taken.length < n) {
    Found *found = take (self);

    if (found != NULL)
      g_queue_push_tail (&taken, found);
    else if (koma_cli_source_is_done (self) || !wait_for_more (self, taken.length > 0))
      break;
  }
  for (GList *each = taken.tail; each != NULL; each = each->prev)
    g_queue_push_head (&self->found, each->data);
  for (GList *each = taken.head; each != NULL; each = each->next)
    g_ptr_array_add (paths, g_strdup (((Found *) each->data)->path));
  g_queue_clear (&taken);
  return paths;
}

gboolean
koma_cli_source_is_done (const KomaCliSource *self)
{
  return !self->is_busy && self->lines == NULL && self->arguments.length == 0 &&
         self->found.length == 0;
}

guint
koma_cli_source_get_n_found (const KomaCliSource *self)
{
  return self->n_found;
}

guint
koma_cli_source_get_n_failed (const KomaCliSource *self)
{
  return self->n_failed;
}
