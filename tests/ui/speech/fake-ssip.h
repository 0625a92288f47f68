/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A Speech Dispatcher without a voice. It notes what it is told; it uses the main context. */
typedef struct
{
  GSocketService *service;
  char           *path;
  GString        *heard;   /* lines, each with “\n”, those of a text with “> ” in front */
  GQueue          waiting; /* answers that are held back */
  GQueue          clients;
  gboolean        is_silent; /* holds the answers back */
  gboolean        is_voiceless;
} FakeSsip;

FakeSsip *fake_ssip_new (const char *path);
void      fake_ssip_free (FakeSsip *self);
void      fake_ssip_answer (FakeSsip *self); /* and holds nothing back from here on */
void      fake_ssip_drop (FakeSsip *self);   /* all its clients */
void      fake_ssip_wait (FakeSsip *self, const char *heard);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeSsip, fake_ssip_free)

G_END_DECLS
