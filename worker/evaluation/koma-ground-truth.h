/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_GROUND_TRUTH_FOLDER,      /* each sub-folder is a class, and has pictures of it */
  KOMA_GROUND_TRUTH_CSV,         /* columns file and label; paths are relative to the file */
  KOMA_GROUND_TRUTH_XMP,         /* a folder whose pictures have dc:subject in sidecars */
  KOMA_GROUND_TRUTH_CORRECTIONS, /* a collection: what a person said of its pictures */
} KomaGroundTruthKind;

/* Between the labels of a picture that has several. */
#define KOMA_GROUND_TRUTH_SEPARATOR "; "

typedef struct
{
  char *path;  /* any bytes */
  char *label; /* UTF-8; interned, so that equal ones are one */
} KomaGroundTruthPicture;

/* What pictures show, as people say. Reference counted; once it is read, immutable for all
 * threads. */
typedef struct
{
  gatomicrefcount ref_count;

  char               *path;    /* that it is read from */
  gboolean            is_read; /* by koma_ground_truth_read (), which sets the members below */
  KomaGroundTruthKind kind;
  GPtrArray          *pictures; /* (element-type KomaGroundTruthPicture) */
  GPtrArray          *problems; /* (element-type utf8) sentences, about single lines and folders */
  char               *note;     /* (nullable) a sentence: what is left out, as it should be */
} KomaGroundTruth;

/* A folder of folders, or of pictures with sidecars; or a file that is a collection or CSV. */
KomaGroundTruth *koma_ground_truth_new (const char *path, gboolean wants_xmp);
KomaGroundTruth *koma_ground_truth_ref (KomaGroundTruth *truth);
void             koma_ground_truth_unref (KomaGroundTruth *truth);
gboolean         koma_ground_truth_read (KomaGroundTruth *truth, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGroundTruth, koma_ground_truth_unref)

G_END_DECLS
