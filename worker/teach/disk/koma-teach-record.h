/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lines of a project's journal, a JSON object each. A line says how something is from then on; none
 * says how it was:
 *   {"koma-teach":1}                             the version, first
 *   {"project":{"name":…,"base":…,"base-name":…,"tuned":…,"hidden":64,"saved":…}}
 *   {"classes":[{"id":1,"name":"Cat","colour":0}, …]}   all of them, in their order
 *   {"example":{"key":7,"class":1,"picture":"….jpg","source":"IMG_1.jpg","camera":true}}
 *   {"move":[7,8],"class":2}                     0: removed
 * An example whose class is not among the classes is as good as removed. */
#define KOMA_TEACH_RECORD_VERSION 1
/* More would be no project of a person. */
#define KOMA_TEACH_MAX_CLASSES 1000
#define KOMA_TEACH_MAX_HIDDEN  1024

typedef struct
{
  char *name;
  char *base;      /* (nullable) path */
  char *base_name; /* (nullable) */
  char *tuned;     /* (nullable) hash of a KomaTeachTuned: the base's last block */
  guint n_hidden;  /* units between features and classes; 0: no such layer */
  char *saved;     /* (nullable) path */
} KomaTeachProjectRecord;

typedef struct
{
  guint id;
  char *name;
  guint colour;
} KomaTeachClassRecord;

typedef struct
{
  guint64  key;
  guint    class_id; /* 0: removed */
  char    *picture;  /* name of the file in the folder of pictures */
  char    *source;   /* (nullable) */
  gboolean is_from_camera;
} KomaTeachExampleRecord;

void koma_teach_project_record_clear (KomaTeachProjectRecord *record);
void koma_teach_class_record_free (KomaTeachClassRecord *record);
void koma_teach_example_record_free (KomaTeachExampleRecord *record);

/* Lines, with their newline. */
char *koma_teach_record_version (void);
char *koma_teach_record_project (const KomaTeachProjectRecord *record);
char *koma_teach_record_classes (const GPtrArray *classes); /* KomaTeachClassRecord */
char *koma_teach_record_example (const KomaTeachExampleRecord *record);
char *koma_teach_record_move (const guint64 *keys, /* [n] */
                              guint          n,
                              guint          class_id);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTeachProjectRecord, koma_teach_project_record_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachClassRecord, koma_teach_class_record_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachExampleRecord, koma_teach_example_record_free)

G_END_DECLS
