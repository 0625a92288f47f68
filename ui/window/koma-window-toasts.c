/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-toasts.h"

#include <glib/gi18n-lib.h>

#include "koma-window-activity.h"
#include "ui/compat/koma-announce.h"
#include "ui/models/koma-model-control.h"
#include "worker/koma-thread.h"

void
koma_window_toasts_show_refused (KomaToast         *toast,
                                 const char        *name,
                                 const KomaForeign *foreign)
{
  /* Translators: the name of a file, and its kind: “cat.pt is a PyTorch model” */
  g_autofree char *text = g_strdup_printf (_ ("%s is %s"), name, _ (foreign->kind));

  koma_toast_show_with_details (toast, text, text, _ (foreign->advice));
}

void
koma_window_toasts_show_failure (KomaToast  *toast,
                                 const char *text,
                                 const char *path,
                                 const char *message)
{
  g_autofree char *words = g_utf8_make_valid (message, -1);
  g_autoptr (GVariant) target =
    g_variant_ref_sink (g_variant_new ("(^ays)", path, words));
  g_autofree char *action = g_action_print_detailed_name ("win.explain-failure", target);

  koma_toast_show_with_action (toast, text, _ ("Details"), action);
}

void
koma_window_toasts_offer_undo (KomaToast *toast,
                               guint      n_removed)
{
  g_autofree char *text = g_strdup_printf (ngettext ("%'u picture removed",
                                                     "%'u pictures removed", n_removed),
                                           n_removed);

  koma_toast_show_with_action (toast, text, _ ("Undo"), "win.undo");
}

void
koma_window_toasts_offer_earlier (KomaToast  *toast,
                                  const char *model)
{
  /* Translators: the name of a model */
  g_autofree char *text = g_strdup_printf (_ ("The answers of “%s” are replaced"), model);

  koma_toast_show_with_action (toast, text, _ ("Show Again"), "win.show-earlier");
}

static char *
describe_action (const char *name,
                 const char *path)
{
  g_autoptr (GVariant) target = g_variant_ref_sink (g_variant_new_string (path));

  return g_action_print_detailed_name (name, target);
}

void
koma_window_toasts_offer_removal (KomaToast  *toast,
                                  const char *name,
                                  const char *path)
{
  g_autofree char *action = describe_action ("win.forget-model", path);
  /* Translators: the name of a model */
  g_autofree char *text = g_strdup_printf (_ ("“%s” is not there any more"), name);

  koma_toast_show_with_action (toast, text, _ ("Remove From Menu"), action);
}

void
koma_window_toasts_offer_return (KomaToast  *toast,
                                 const char *name,
                                 const char *path)
{
  g_autofree char *action = describe_action ("win.remember-model", path);
  /* Translators: the name of a model */
  g_autofree char *text = g_strdup_printf (_ ("“%s” removed from the menu"), name);

  koma_toast_show_with_action (toast, text, _ ("Undo"), action);
}

char *
koma_window_toasts_describe (const KomaFeedProgress *progress)
{
  if (progress->n_failed > 0)
    return g_strdup_printf (ngettext ("%'u of %'u picture could not be classified",
                                      "%'u of %'u pictures could not be classified",
                                      progress->n_total),
                            progress->n_failed, progress->n_total);
  return g_strdup_printf (ngettext ("%'u picture classified", "%'u pictures classified",
                                    progress->n_total),
                          progress->n_total);
}

void
koma_window_toasts_report (KomaToast              *toast,
                           const KomaFeedProgress *progress)
{
  g_autofree char *text = koma_window_toasts_describe (progress);

  KOMA_ASSERT_MAIN_THREAD ();

  /* The rows of a few pictures are all in sight. */
  if (progress->n_failed > 0 && progress->n_total >= KOMA_MIN_PICTURES_FOR_BAR)
    koma_toast_show_with_action (toast, text, _ ("Show"), "win.show-failed");
  else
    koma_announce (GTK_WIDGET (toast), text);
}
