/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Messages and questions; koma-message-dialog.c is what they are shown in. */

/* The user can select and copy @text. */
void koma_message_show (GtkWindow  *parent,
                        const char *heading,
                        const char *text);
/* With a widget below the text. Returns: (transfer none): till it is closed. */
GtkWidget *koma_message_show_with (GtkWindow  *parent,
                                   const char *heading,
                                   const char *text,
                                   GtkWidget  *more); /* (transfer full) (nullable) */
void       koma_message_close (GtkWidget *message);
/* Asks before something is deleted; @answer (with its underline) is what deletes. @agreed is called
 * if the user says so, @destroy in any case. */
typedef void (*KomaMessageAgreed) (gpointer user_data);
void koma_message_ask (GtkWindow        *parent,
                       const char       *heading,
                       const char       *text,
                       const char       *answer,
                       KomaMessageAgreed agreed,
                       gpointer          user_data,
                       GDestroyNotify    destroy);
/* Asks for a name; @answer (with its underline) goes on with it. @named is called if the user does,
 * with a name that is not empty, @destroy in any case. */
typedef void (*KomaMessageNamed) (const char *name,
                                  gpointer    user_data);
void koma_message_ask_name (GtkWindow       *parent,
                            const char      *heading,
                            const char      *text,
                            const char      *name, /* the suggestion */
                            const char      *answer,
                            KomaMessageNamed named,
                            gpointer         user_data,
                            GDestroyNotify   destroy);
/* Offers two ways to go on; below @text the user can read and copy @report. @agreed is called if
 * the user chooses @answer, @destroy in any case. */
void koma_message_offer (GtkWindow        *parent,
                         const char       *heading,
                         const char       *text,
                         const char       *report,
                         const char       *refusal,
                         const char       *answer,
                         KomaMessageAgreed agreed,
                         gpointer          user_data,
                         GDestroyNotify    destroy);

G_END_DECLS
