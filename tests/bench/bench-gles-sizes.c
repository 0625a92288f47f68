/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Convolutions of OpenGL ES in each of the sizes that are tried on a device, and
 * in those that the trial finds: MobileNetV2 1.0 with noise for weights, in
 * turns.
 *
 *   bench-gles-sizes [SIDE [BATCH [ROUNDS]]]
 *
 * For each: processor time of preparing it, processor time and time on the
 * clock of one run, medians in ms, and what the tiles and the depthwise
 * convolutions take of a profiled run, on the clock. Koma's cache is a new one;
 * MESA_SHADER_CACHE_DIR says where Mesa's is. */
#include <stdlib.h>
#include <time.h>

#include "engine/backends/gles/device.h"
#include "engine/backends/gles/sizes.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/sample-input.h"
#include "engine/runtime/session.h"
#include "tests/bench/mobilenet-v2.h"
#include "tests/remove-tree.h"

#define N_CLASSES  1000
#define MAX_ROUNDS 200

typedef struct
{
  int          flag; /* GLES_SIZES */
  KomaSession *session;
  double       prepare_ms;
  double       processor_ms[MAX_ROUNDS];
  double       clock_ms[MAX_ROUNDS];
  double       tile_ms[MAX_ROUNDS];
  double       window_ms[MAX_ROUNDS];
} Side;

static double
get_ms (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gboolean
go_on (double   fraction,
       gpointer user_data)
{
  return TRUE;
}

static gboolean
open_side (Side            *side,
           const KomaGraph *graph,
           guint            batch,
           GError         **error)
{
  const KomaProgress       progress = { go_on, NULL };
  const KomaSessionOptions options = { .backend = "gles", .batch = batch, .progress = &progress };
  const double             begin_ms = get_ms (CLOCK_PROCESS_CPUTIME_ID);

  if (side->flag == KOMA_FLAG_AUTO)
    koma_flags_reset (KOMA_FLAG_GLES_SIZES);
  else if (!koma_flags_set (KOMA_FLAG_GLES_SIZES, side->flag, error))
    return FALSE;
  side->session = koma_session_new (graph, &options, error);
  if (side->session == NULL)
    return FALSE;
  koma_sample_input_fill (side->session);
  if (!koma_session_run (side->session, error))
    return FALSE;
  side->prepare_ms = get_ms (CLOCK_PROCESS_CPUTIME_ID) - begin_ms;
  return TRUE;
}

static gboolean
time_run (Side    *side,
          guint    round,
          GError **error)
{
  const double processor_ms = get_ms (CLOCK_PROCESS_CPUTIME_ID);
  const double clock_ms = get_ms (CLOCK_MONOTONIC);

  if (!koma_session_run (side->session, error))
    return FALSE;
  side->clock_ms[round] = get_ms (CLOCK_MONOTONIC) - clock_ms;
  side->processor_ms[round] = get_ms (CLOCK_PROCESS_CPUTIME_ID) - processor_ms;
  return TRUE;
}

/* Of the ops that tiles compute, and of depthwise convolutions. Koma waits for
 * each op. */
static gboolean
profile_run (Side    *side,
             guint    round,
             GError **error)
{
  gboolean is_done = FALSE;

  koma_session_set_profiling (side->session, TRUE);
  is_done = koma_session_run (side->session, error);
  for (guint i = 0; is_done && i < koma_session_get_n_steps (side->session); i++) {
    guint        n_steps = 0;
    const char  *op = koma_node_get_op_name (koma_session_get_step (side->session, i).node);
    const double ms = koma_session_get_time (side->session, i, &n_steps).total_ms;

    side->tile_ms[round] += g_str_equal (op, "Conv2D") || g_str_equal (op, "MatMul") ? ms : 0;
    side->window_ms[round] += g_str_equal (op, "DepthwiseConv2dNative") ? ms : 0;
  }
  koma_session_set_profiling (side->session, FALSE);
  return is_done;
}

static void
print_side (Side *side,
            guint n_rounds)
{
  const char          *name = side->flag == 0 ? "usual" : "found, the trial included";
  const KomaGlesSizes *row = side->flag > 0 ? koma_gles_sizes_get (side->flag - 1) : NULL;
  g_autofree char     *words =
    row == NULL ? g_strdup (name)
                    : g_strdup_printf ("%u pixels, %u lanes; %u lines, %u lanes", row->tile_pixels,
                                       row->tile_lanes, row->window_lines, row->window_lanes);

  g_print ("%-38s %9.1f %9.1f %9.1f %9.1f %9.1f\n", words, side->prepare_ms,
           koma_quantile (side->processor_ms, n_rounds, 0.5),
           koma_quantile (side->clock_ms, n_rounds, 0.5),
           koma_quantile (side->tile_ms, n_rounds, 0.5),
           koma_quantile (side->window_ms, n_rounds, 0.5));
}

static gboolean
open_sides (Side            *sides,
            guint            n_sides,
            const KomaGraph *graph,
            guint            batch,
            GError         **error)
{
  /* Found first, before there are programs of others. */
  for (guint i = 0; i < n_sides; i++) {
    sides[i].flag = i == 0 ? KOMA_FLAG_AUTO : (int) i - 1;
    if (!open_side (&sides[i], graph, batch, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure (const KomaGraph *graph,
         guint            batch,
         guint            n_rounds,
         GError         **error)
{
  const guint      n_sides = koma_gles_sizes_get_n () + 2;
  g_autofree Side *sides = g_new0 (Side, n_sides);
  gboolean         is_done = open_sides (sides, n_sides, graph, batch, error);

  for (guint round = 0; round < n_rounds && is_done; round++)
    for (guint i = 0; i < n_sides && is_done; i++)
      is_done =
        time_run (&sides[i], round, error) && profile_run (&sides[i], round, error);
  if (is_done)
    g_print ("%-38s %9s %9s %9s %9s %9s\n", "ms", "prepare", "run", "(clock)", "tiles", "windows");
  for (guint i = 0; i < n_sides; i++) {
    if (is_done)
      print_side (&sides[i], n_rounds);
    g_clear_pointer (&sides[i].session, koma_session_free);
  }
  return is_done;
}

int
main (int    argc,
      char **argv)
{
  const guint      side = argc > 1 ? atoi (argv[1]) : 224;
  const guint      batch = argc > 2 ? atoi (argv[2]) : 1;
  const guint      n_rounds = argc > 3 ? CLAMP (atoi (argv[3]), 1, MAX_ROUNDS) : 15;
  g_autofree char *cache = g_dir_make_tmp ("koma-gles-sizes-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  gboolean is_done = FALSE;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  graph = make_mobilenet_v2 (side, N_CLASSES, &error);
  is_done = graph != NULL && measure (graph, batch, n_rounds, &error);
  if (!is_done)
    g_printerr ("%s\n", error->message);
  remove_tree (cache);
  return is_done ? 0 : 1;
}
