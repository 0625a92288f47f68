/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-failure.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/models/koma-checkup.h"
#include "worker/koma-thread.h"
#include "worker/models/koma-model-check.h"

typedef struct
{
  GtkWidget *window; /* has the actions */
  GtkWidget *dialog;
} Remedy;

/* The dialog is modal: what the action opens must come after it. */
static void
remedy_cb (KomaCheckup *checkup,
           const char  *action,
           Remedy      *remedy)
{
  GtkWidget       *window = remedy->window;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  koma_message_close (remedy->dialog);
  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (window, name, target);
}

/* Returns: (transfer none): hidden, without findings */
static KomaCheckup *
show (GtkWindow  *parent,
      const char *text)
{
  KomaCheckup *checkup = g_object_new (KOMA_TYPE_CHECKUP, "visible", FALSE, NULL);
  Remedy      *remedy = g_new (Remedy, 1);

  remedy->window = GTK_WIDGET (parent);
  remedy->dialog = koma_message_show_with (parent, _ ("The Model Could Not Be Opened"), text,
                                           GTK_WIDGET (checkup));
  g_signal_connect_data (checkup, "remedy", G_CALLBACK (remedy_cb), remedy,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  return checkup;
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaCheckup) checkup = user_data;
  g_autoptr (GPtrArray) findings = koma_model_check_finish (result, NULL);

  /* Where the model itself is all right, the text says why the backend is not. */
  if (findings == NULL || findings->len == 0)
    return;
  koma_checkup_set_findings (checkup, findings);
  gtk_widget_set_visible (GTK_WIDGET (checkup), TRUE);
}

void
koma_model_failure_show (GtkWindow  *parent,
                         const char *path,
                         const char *message)
{
  g_autofree char *text = g_strdup_printf ("%s\n\n%s", message, path);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_check_async (path, NULL, checked_cb, g_object_ref (show (parent, text)));
}
