/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/camera/koma-camera-options.h"
#include "ui/models/koma-library.h"
#include "worker/teach/project/koma-teach-project.h"

G_BEGIN_DECLS

/* A person's own classes: cards with examples, what is answered, and how good that is. Signals:
 *   "changed"                          whether there is something to undo, or the classes
 *   "message" (text, button, action)   what has been done; the last two (nullable)
 *   "announce" (text)                  for screen readers: what is seen on the page anyway */
#define KOMA_TEACH_PAGE_WIDE 680 /* application pixels; what is tried is beside the classes */
#define KOMA_TYPE_TEACH_PAGE (koma_teach_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachPage, koma_teach_page, KOMA, TEACH_PAGE, AdwBin)

void koma_teach_page_connect (KomaTeachPage     *self,
                              KomaLibrary       *library,
                              KomaModelControl  *control,
                              KomaCameraOptions *options);
/* (transfer none): opened at the first call */
KomaTeachProject *koma_teach_page_open (KomaTeachPage *self);
void              koma_teach_page_close (KomaTeachPage *self); /* waits for nothing */
/* Another one, in whose folder; or the one that is to be opened first. */
#define KOMA_TEACH_PAGE_FIRST "default" /* see koma-teach-folder.h */
void        koma_teach_page_switch (KomaTeachPage *self, const char *folder);
const char *koma_teach_page_get_folder (KomaTeachPage *self); /* (nullable) */
/* That of a model which was saved. */
void koma_teach_page_teach_on (KomaTeachPage *self, const char *path);

/* As an example of a class; or, 0, of a new one, whose name is then to be written. */
void koma_teach_page_correct (KomaTeachPage *self,
                              GPtrArray     *requests, /* KomaRequest */
                              GPtrArray     *names,    /* strings, of the pictures */
                              guint          class_id);

/* A picture, and what a person said that it shows. */
typedef struct
{
  KomaRequest *request;
  char        *name;  /* of the picture */
  char        *label; /* of the class, which is made where there is none */
} KomaTeachCorrected;

void koma_teach_corrected_free (KomaTeachCorrected *corrected);
/* All become examples of their classes, but those that are; one undo takes it back.
 * @corrected: (element-type KomaTeachCorrected) */
void koma_teach_page_learn (KomaTeachPage *self, GPtrArray *corrected);

void     koma_teach_page_add_pictures (KomaTeachPage *self);
void     koma_teach_page_paste (KomaTeachPage *self);
gboolean koma_teach_page_can_undo (KomaTeachPage *self);
void     koma_teach_page_undo (KomaTeachPage *self);
gboolean koma_teach_page_escape (KomaTeachPage *self); /* whether there was something to leave */
void     koma_teach_page_set_size (KomaTeachPage *self, gboolean is_wide, gboolean is_low);

G_END_DECLS
