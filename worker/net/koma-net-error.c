/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-net-error.h"

#include <errno.h>

#include <glib/gi18n.h>

/* Behind the address or the file, and a colon. */
static const char *const sentences[] = {
  [KOMA_NET_ERROR_ADDRESS] =
    N_ ("this is no address of a model; one begins with https:// and leads to a model.json, "
        ".tflite, .onnx or .pb file"),
  [KOMA_NET_ERROR_HUB_ADDRESS] =
    N_ ("this is no model of Hugging Face; write hf:OWNER/NAME, or hf:OWNER/NAME@REVISION"),
  [KOMA_NET_ERROR_CATALOGUE] = N_ ("there is no such model in the catalogue; “koma models "
                                   "--catalogue” lists them"),
  [KOMA_NET_ERROR_OFFLINE] = N_ ("there is no network; connect this computer and try again"),
  [KOMA_NET_ERROR_HOST] = N_ ("there is no such server; check how the address is written"),
  [KOMA_NET_ERROR_TLS] = N_ ("the server can not prove who it is; check the address and the clock "
                             "of this computer"),
  [KOMA_NET_ERROR_REFUSED] = N_ ("nothing answers there; check the address, or try again later"),
  [KOMA_NET_ERROR_STALLED] = N_ ("the server sends nothing any more; try again, and Koma goes on "
                                 "where it stopped"),
  [KOMA_NET_ERROR_FORBIDDEN] = N_ ("the server does not let everybody have this file; download it "
                                   "with a browser and open the file"),
  [KOMA_NET_ERROR_GATED] =
    N_ ("the hub has no such model, or gives it only to people with an account; visit this page, "
        "and set HF_TOKEN to a token of your account"),
  [KOMA_NET_ERROR_MISSING] = N_ ("the server has no such file; check the address"),
  [KOMA_NET_ERROR_SERVER] = N_ ("the server is in trouble; try again later"),
  [KOMA_NET_ERROR_STATUS] = N_ ("the server gives an answer that is no file; download it with "
                                "a browser and open the file"),
  [KOMA_NET_ERROR_REDIRECTS] = N_ ("the server leads in circles; check the address"),
  [KOMA_NET_ERROR_INSECURE] = N_ ("the server leads from a safe address to an unsafe one; Koma "
                                  "does not follow"),
  [KOMA_NET_ERROR_SHORT] = N_ ("the connection ended before the file did; try again, and Koma goes "
                               "on where it stopped"),
  [KOMA_NET_ERROR_TOO_LARGE] = N_ ("the file is larger than a model may be; check the address"),
  [KOMA_NET_ERROR_CONTENT] = N_ ("what arrived is not the file that was expected; try again later"),
  [KOMA_NET_ERROR_CHANGED] = N_ ("the model changed while it was downloaded; try again"),
  [KOMA_NET_ERROR_PAGE] = N_ ("this is a web page and no model; copy the address of the file that "
                              "the page offers"),
  [KOMA_NET_ERROR_POINTER] = N_ ("this is a note of Git LFS in place of the file; use the address "
                                 "behind the page's download button"),
  [KOMA_NET_ERROR_WEIGHTS] = N_ ("the hub has no weights of this model that Koma opens: no "
                                 "model.safetensors, no pytorch_model.bin"),
  [KOMA_NET_ERROR_MODEL] = N_ ("what arrived can not be opened as a model; check that the address "
                               "leads to one"),
  [KOMA_NET_ERROR_BUSY] = N_ ("another Koma downloads it just now; wait until it has finished"),
  [KOMA_NET_ERROR_DISK_FULL] = N_ ("the disk is full; free some space and try again, and Koma goes "
                                   "on where it stopped"),
  [KOMA_NET_ERROR_STORE] = N_ ("can not be written; check the rights of this folder"),
  [KOMA_NET_ERROR_NOT_STORED] = N_ ("Koma did not download this model, so it does not remove it; "
                                    "use the file manager"),
  [KOMA_NET_ERROR_UNAVAILABLE] = N_ ("this Koma was built without the network; download the model "
                                     "with a browser and open the file"),
};

G_DEFINE_QUARK (koma - net - error - quark, koma_net_error)

/**
 * koma_net_fail:
 * @what: the address or path that it is about
 *
 * Sets @error to the sentence for @code.
 *
 * Thread: any. Errors: @code.
 *
 * Returns: %FALSE
 */
gboolean
koma_net_fail (GError     **error,
               KomaNetError code,
               const char  *what)
{
  g_set_error (error, KOMA_NET_ERROR, code, "%s: %s", what, _ (sentences[code]));
  return FALSE;
}

/**
 * koma_net_error_get_sentence:
 * @error: of any domain
 *
 * Thread: any.
 *
 * Returns: (transfer none): the sentence of a #KomaNetError; the whole message of another, and of a
 *   file that can not be written, whose name is wanted
 */
const char *
koma_net_error_get_sentence (const GError *error)
{
  if (error->domain != KOMA_NET_ERROR || error->code == KOMA_NET_ERROR_STORE)
    return error->message;
  return _ (sentences[error->code]);
}

/**
 * koma_net_fail_errno:
 * @code: errno
 * @path: that could not be written
 *
 * Thread: any. Errors: %KOMA_NET_ERROR_DISK_FULL, %KOMA_NET_ERROR_STORE.
 *
 * Returns: %FALSE
 */
gboolean
koma_net_fail_errno (GError    **error,
                     int         code,
                     const char *path)
{
  g_autofree char *what = g_strdup_printf ("%s: %s", path, g_strerror (code));

  if (code == ENOSPC || code == EDQUOT)
    return koma_net_fail (error, KOMA_NET_ERROR_DISK_FULL, path);
  return koma_net_fail (error, KOMA_NET_ERROR_STORE, what);
}

static KomaNetError
find_code (const GError *cause)
{
  static const struct
  {
    int          io;
    KomaNetError code;
  } rows[] = {
    { G_IO_ERROR_NETWORK_UNREACHABLE, KOMA_NET_ERROR_OFFLINE },
    { G_IO_ERROR_HOST_UNREACHABLE, KOMA_NET_ERROR_OFFLINE },
    { G_IO_ERROR_HOST_NOT_FOUND, KOMA_NET_ERROR_HOST },
    { G_IO_ERROR_CONNECTION_REFUSED, KOMA_NET_ERROR_REFUSED },
    { G_IO_ERROR_TIMED_OUT, KOMA_NET_ERROR_STALLED },
    { G_IO_ERROR_PARTIAL_INPUT, KOMA_NET_ERROR_SHORT },
    { G_IO_ERROR_CONNECTION_CLOSED, KOMA_NET_ERROR_SHORT },
  };

  if (cause->domain == G_TLS_ERROR)
    return KOMA_NET_ERROR_TLS;
  if (cause->domain == G_RESOLVER_ERROR)
    return cause->code == G_RESOLVER_ERROR_TEMPORARY_FAILURE ? KOMA_NET_ERROR_OFFLINE
                                                             : KOMA_NET_ERROR_HOST;
  for (guint i = 0; cause->domain == G_IO_ERROR && i < G_N_ELEMENTS (rows); i++)
    if (cause->code == rows[i].io)
      return rows[i].code;
  return KOMA_NET_ERROR_STATUS;
}

/**
 * koma_net_propagate:
 * @cause: (transfer full): of GIO or libsoup
 * @address: that was asked
 *
 * Thread: any. Errors: as in #KomaNetError, with what @cause says; %G_IO_ERROR_CANCELLED as it is.
 */
void
koma_net_propagate (GError    **error,
                    GError     *cause,
                    const char *address)
{
  g_autofree char *what = NULL;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (error, cause);
    return;
  }
  what = find_code (cause) == KOMA_NET_ERROR_STATUS || cause->domain == G_TLS_ERROR
           ? g_strdup_printf ("%s: %s", address, cause->message)
           : g_strdup (address);
  koma_net_fail (error, find_code (cause), what);
  g_error_free (cause);
}
