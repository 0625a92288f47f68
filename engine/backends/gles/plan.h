/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"
#include "sizes.h"
#include "tier.h"

G_BEGIN_DECLS

#define KOMA_GLES_MAX_BINDINGS 9
#define KOMA_GLES_N_PARAMS     16

/* What a program reads or writes: a value of the graph (@index is its id), a
 * constant of the plan (@index in the list of constants) or a temporary
 * (@index after all ids). */
typedef struct
{
  gboolean is_constant;
  guint    index;
} KomaGlesBinding;

/* One execution of a program: in tier 1 over a number of invocations, in tier 2
 * over the elements of its output. The plan sets params[0]: columns, minimum
 * and maximum of the clamp (bits of floats), rows. */
typedef struct
{
  const char     *shader;       /* a file of shaders/ */
  const char     *defines;      /* lines for the preprocessor */
  gboolean        is_in_fours;  /* four elements at a time, read as vec4 */
  gboolean        has_quarters; /* in tier 2: all layers of the output at once */
  KomaClamp       clamp;
  KomaGlesBinding bindings[KOMA_GLES_MAX_BINDINGS]; /* inputs first, the output last */
  KomaGlesReading readings[KOMA_GLES_MAX_BINDINGS]; /* of @bindings */
  guint           n_bindings;
  guint           n_lanes; /* of a work group; 0: KOMA_GLES_LANES */
  gint32          params[KOMA_GLES_N_PARAMS][4];
} KomaGlesDispatch;

/* A segment while it is compiled: ops add to it; backend.c turns it into commands. */
typedef struct
{
  const KomaSegmentSpec *spec;
  KomaGlesDevice        *device;
  KomaGlesTier           tier;
  gboolean               is_half;     /* tensors are stored as float16 */
  gboolean               has_texels;  /* tensors may be read through buffer textures */
  KomaGlesSizes          sizes;       /* the usual ones, until others are set */
  guint                  step;        /* the node that is being recorded */
  GPtrArray             *programs;    /* (element-type KomaGlesProgram) the device's, each once */
  GArray                *dispatches;  /* (element-type KomaGlesStep) */
  GArray                *constants;   /* (element-type KomaGlesConstant) */
  GArray                *temporaries; /* (element-type KomaGlesTemporary) */
  guint                 *first;       /* [n_values] steps; G_MAXUINT: not used here */
  guint                 *last;        /* [n_values] */
  guint                 *constant_of; /* [n_values] G_MAXUINT: none yet */
} KomaGlesPlan;

/* A dispatch with its program and size. */
typedef struct
{
  KomaGlesDispatch dispatch;
  KomaGlesProgram *program;
  guint            node;        /* of the segment: its place in the spec */
  guint            n_groups[3]; /* in tier 1 */
} KomaGlesStep;

/* A tensor between two dispatches of one node. */
typedef struct
{
  gsize n_elems; /* in the tensors' precision */
  guint step;
} KomaGlesTemporary;

/* The first and the last step that need a tensor. */
typedef struct
{
  gboolean is_needed;
  guint    first;
  guint    last;
} KomaGlesLifetime;

typedef struct
{
  const void *data;
  gsize       size_bytes; /* on the host */
  gboolean    is_float;   /* else integers, which are never converted */
  gboolean    is_exact;   /* float32 where tensors are float16, too */
  gpointer    own;        /* (nullable) koma_memory_alloc */
} KomaGlesConstant;

void koma_gles_plan_init (KomaGlesPlan          *plan,
                          const KomaSegmentSpec *spec,
                          KomaGlesDevice        *device,
                          KomaGlesTier           tier);
void koma_gles_plan_clear (KomaGlesPlan *plan);

/* Exact numbers are float32 in any case. */
KomaGlesBinding koma_gles_plan_input (KomaGlesPlan *plan, const KomaNode *node, guint index);
KomaGlesBinding koma_gles_plan_exact_input (KomaGlesPlan *plan, const KomaNode *node, guint index);
KomaGlesBinding koma_gles_plan_output (KomaGlesPlan *plan, const KomaNode *node, guint index);
float          *koma_gles_plan_add_constant (KomaGlesPlan    *plan, /* zeros, to be filled */
                                             gsize            n_numbers,
                                             gboolean         is_exact,
                                             KomaGlesBinding *ret_binding,
                                             GError         **error);
gint32         *koma_gles_plan_add_table (KomaGlesPlan    *plan, /* zeros, to be filled */
                                          gsize            n_numbers,
                                          KomaGlesBinding *ret_binding,
                                          GError         **error);
KomaGlesBinding koma_gles_plan_add_temporary (KomaGlesPlan *plan, gsize n_elems);

/* Of values and temporaries, not of constants. */
guint                    koma_gles_plan_get_n_values (const KomaGlesPlan *plan);
const KomaGlesTemporary *koma_gles_plan_get_temporary (const KomaGlesPlan *plan, /* (nullable) */
                                                       guint               value);
KomaGlesLifetime         koma_gles_plan_get_lifetime (const KomaGlesPlan *plan, guint value);

/* Invocations in a line, found by find_index (), or columns and rows, found
 * by find_column () and find_row (); rows are the same for a work group. */
gboolean koma_gles_plan_add_line (KomaGlesPlan     *plan,
                                  KomaGlesDispatch *dispatch,
                                  gsize             n_items,
                                  GError          **error);
gboolean koma_gles_plan_add_rows (KomaGlesPlan     *plan,
                                  KomaGlesDispatch *dispatch,
                                  gsize             n_columns,
                                  gsize             n_rows,
                                  GError          **error);
/* For programs that end in EACH_INDEX, and in EACH_PLACE. */
gboolean koma_gles_plan_add_elements (KomaGlesPlan     *plan,
                                      KomaGlesDispatch *dispatch,
                                      gsize             n_elems,
                                      GError          **error);
gboolean koma_gles_plan_add_places (KomaGlesPlan     *plan,
                                    KomaGlesDispatch *dispatch,
                                    gsize             n_columns,
                                    gsize             n_rows,
                                    GError          **error);

void   koma_gles_dispatch_bind_texels (KomaGlesDispatch *dispatch,
                                       KomaGlesBinding   binding,
                                       gboolean          is_in_fours);
void   koma_gles_dispatch_bind (KomaGlesDispatch *dispatch, KomaGlesBinding binding);
void   koma_gles_dispatch_set (KomaGlesDispatch *dispatch, guint index, const gint32 *params);
gint32 koma_gles_float_bits (float number);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaGlesPlan, koma_gles_plan_clear)

G_END_DECLS
