/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The three convolutions of an inverted residual, strip by strip. The first makes six times as much
 * as it reads, which leaves the cache where it is computed as a whole, for all pictures of a batch
 * at once. Here a unit goes down a picture:
 *
 *   lines of input ─ first ─> ring of lines ─ depthwise ─> strip ─ project ─> lines of output
 *
 * Ring and strip are small enough for the cache of a processor, and are all memory that there is
 * for what lies between. The ring keeps the lines that the next strip's windows need once more. */
#include "block.h"

#include <string.h>
#include <time.h>

#include "block-steps.h"
#include "engine/runtime/memory.h"
#include "slots.h"

/* Of ring and strip: about half of a cache of second level, which holds weights too. */
#define STRIP_BYTES (256 * 1024)
/* A unit begins with lines that its neighbour computes as well, so it has some of its own. */
#define MIN_LINES        7
#define UNITS_PER_THREAD 2
#define N_STAGES         KOMA_CPU_BLOCK_MAX_STEPS

/* Scratch of one unit at a time. */
typedef struct
{
  KomaCpuSlot slot;
  float      *ring;     /* [ring_lines][in_w][channels] */
  float      *strip;    /* [strip_lines][out_w][channels] */
  guint8     *pointers; /* see #KomaCpuDepthwiseLine */
  double      ms[N_STAGES];
} Slot;

struct _KomaCpuBlock
{
  const KomaCpuStep    *first; /* (nullable) */
  const KomaCpuStep    *depthwise;
  const KomaCpuStep    *project;
  guint                 n_steps;
  const KomaCpuKernels *kernels;
  KomaCpuDepthwiseLine  line;    /* a template for all lines */
  KomaThreads          *threads; /* (nullable) */

  gsize n_pictures;
  gsize n_parts;  /* of a picture */
  gsize in_h;     /* of the depthwise convolution */
  gsize in_elems; /* of a line of its input */
  gsize out_h;
  gsize out_elems;   /* of a line of its output */
  gsize strip_lines; /* of output */
  gsize ring_lines;

  gboolean is_timed;
  Slot    *slots; /* [n_slots] */
  guint    n_slots;
  guint8  *scratch;
};

/* Lines of a picture that a unit computes. */
typedef struct
{
  gsize picture;
  gsize begin;
  gsize end;
  gsize n_made; /* lines in the ring end here */
} Part;

static gsize
count_ring_lines (const KomaWindow2D *window,
                  gsize               strip_lines)
{
  return (strip_lines - 1) * window->stride_h + (window->kernel_h - 1) * window->dilation_h + 1;
}

/* For so many lines of output. */
static gsize
count_strip_bytes (const KomaCpuBlock *block,
                   gsize               n_lines)
{
  const gsize ring_lines = MIN (count_ring_lines (block->line.window, n_lines), block->in_h);

  return sizeof (float) * (ring_lines * block->in_elems + n_lines * block->out_elems);
}

static void
set_sizes (KomaCpuBlock *block)
{
  const KomaShape *in = koma_cpu_step_in_shape (block->depthwise, 0);
  const KomaShape *out = koma_cpu_step_out_shape (block->depthwise, 0);
  const gsize      n_threads = block->depthwise->spec->n_threads;
  const gsize      n_units = n_threads > 1 ? UNITS_PER_THREAD * n_threads : 1;

  block->n_pictures = in->dims[0];
  block->in_h = in->dims[1];
  block->in_elems = in->dims[2] * in->dims[3];
  block->out_h = out->dims[1];
  block->out_elems = out->dims[2] * out->dims[3];
  block->n_parts = (n_units + block->n_pictures - 1) / block->n_pictures;
  block->n_parts = CLAMP (block->out_h / MIN_LINES, 1, block->n_parts);
  block->strip_lines = 1;
  while (block->strip_lines < block->out_h &&
         count_strip_bytes (block, block->strip_lines + 1) <= STRIP_BYTES)
    block->strip_lines++;
  if (block->first != NULL)
    block->ring_lines = MIN (count_ring_lines (block->line.window, block->strip_lines),
                             block->in_h);
}

static gsize
round_up (gsize bytes)
{
  return (bytes + KOMA_MEMORY_ALIGNMENT - 1) / KOMA_MEMORY_ALIGNMENT * KOMA_MEMORY_ALIGNMENT;
}

static gboolean
alloc_slots (KomaCpuBlock *block,
             GError      **error)
{
  const KomaWindow2D *window = block->line.window;
  const gsize         n_pointers = window->kernel_h * (1 + (gsize) window->kernel_w);
  const gsize         ring = round_up (block->ring_lines * block->in_elems * sizeof (float) +
                                       KOMA_MEMORY_PADDING);
  const gsize         strip = round_up (block->strip_lines * block->out_elems * sizeof (float) +
                                        KOMA_MEMORY_PADDING);
  const gsize         bytes = ring + strip + round_up (n_pointers * sizeof (float *));

  block->n_slots = MIN (block->depthwise->spec->n_threads, block->n_pictures * block->n_parts);
  block->slots = g_new0 (Slot, block->n_slots);
  block->scratch = koma_memory_alloc (bytes * block->n_slots, error);
  for (guint i = 0; block->scratch != NULL && i < block->n_slots; i++) {
    guint8 *from = block->scratch + i * bytes;

    block->slots[i] = (Slot){
      .ring = (float *) from,
      .strip = (float *) (from + ring),
      .pointers = from + ring + strip,
    };
  }
  return block->scratch != NULL;
}

/**
 * koma_cpu_block_new:
 * @steps: prepared; they must outlive the block
 * @n_steps: see koma_cpu_block_count_steps(): 2 or 3
 * @error: return location
 *
 * Errors: %KOMA_ERROR_MEMORY; those of koma_cpu_kernels_choose().
 *
 * Returns: (transfer full): the block
 */
KomaCpuBlock *
koma_cpu_block_new (KomaCpuStep *steps,
                    guint        n_steps,
                    GError     **error)
{
  KomaCpuBlock *block = g_new0 (KomaCpuBlock, 1);
  KomaCpuStep  *last = &steps[n_steps - 1];

  block->first = n_steps == 3 ? &steps[0] : NULL;
  block->depthwise = last - 1;
  block->project = last;
  block->n_steps = n_steps;
  block->line = koma_cpu_depthwise_conv_2d_get_line (block->depthwise);
  block->kernels = koma_cpu_kernels_choose (last->spec->cpu_level, error);
  set_sizes (block);
  if (block->kernels == NULL || !alloc_slots (block, error)) {
    koma_cpu_block_free (block);
    return NULL;
  }
  if (block->n_slots > 1) {
    block->threads = last->spec->threads;
    koma_threads_start (block->threads);
  }
  return block;
}

/**
 * koma_cpu_block_free:
 * @block: (nullable) (transfer full)
 */
void
koma_cpu_block_free (KomaCpuBlock *block)
{
  if (block == NULL)
    return;
  koma_memory_free (block->scratch);
  g_free (block->slots);
  g_free (block);
}

static double
get_ms (const KomaCpuBlock *block)
{
  struct timespec now = { 0 };

  if (block->is_timed)
    clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* The first line of input under the window of a line of output, inside the picture. */
static gsize
find_top (const KomaCpuBlock *block,
          gsize               line)
{
  const KomaWindow2D *window = block->line.window;
  const gsize         row = line * window->stride_h;

  return MIN (row > window->padding.top ? row - window->padding.top : 0, block->in_h);
}

/* Behind the last. */
static gsize
find_bottom (const KomaCpuBlock *block,
             gsize               line)
{
  const KomaWindow2D *window = block->line.window;
  const gsize         row = line * window->stride_h + count_ring_lines (window, 1);

  return MIN (row > window->padding.top ? row - window->padding.top : 0, block->in_h);
}

static void
make_ring (const KomaCpuBlock *block,
           const Slot         *slot,
           Part               *part,
           gsize               end)
{
  const gsize in_w = block->line.in_w;

  while (part->n_made < end) {
    const gsize place = part->n_made % block->ring_lines;
    const gsize n = MIN (end - part->n_made, block->ring_lines - place);

    koma_cpu_conv_2d_run_rows (block->first, NULL,
                               (part->picture * block->in_h + part->n_made) * in_w, n * in_w,
                               slot->ring + place * block->in_elems);
    part->n_made += n;
  }
}

static const float *
get_in_line (const KomaCpuBlock *block,
             const Slot         *slot,
             gsize               picture,
             gsize               row)
{
  if (block->first != NULL)
    return slot->ring + row % block->ring_lines * block->in_elems;
  return (const float *) block->depthwise->in[0] + (picture * block->in_h + row) * block->in_elems;
}

static void
run_depthwise (const KomaCpuBlock *block,
               const Slot         *slot,
               gsize               picture,
               gsize               first,
               gsize               n_lines)
{
  const KomaWindow2D  *window = block->line.window;
  KomaCpuDepthwiseLine line = block->line;

  line.lines = (const float **) slot->pointers;
  line.taps = line.lines + window->kernel_h;
  for (gsize i = 0; i < n_lines; i++) {
    const gssize top = (gssize) ((first + i) * window->stride_h) - (gssize) window->padding.top;

    for (guint tap = 0; tap < window->kernel_h; tap++) {
      const gssize row = top + (gssize) tap * window->dilation_h;

      line.lines[tap] = row >= 0 && row < (gssize) block->in_h
                          ? get_in_line (block, slot, picture, row)
                          : NULL;
    }
    line.out = slot->strip + i * block->out_elems;
    block->kernels->depthwise_line (&line);
  }
}

static void
run_project (const KomaCpuBlock *block,
             const Slot         *slot,
             gsize               picture,
             gsize               first,
             gsize               n_lines)
{
  const gsize out_w = block->line.out_w;
  const gsize first_row = (picture * block->out_h + first) * out_w;
  const gsize out_c = koma_cpu_step_out_shape (block->project, 0)->dims[3];

  koma_cpu_conv_2d_run_rows (block->project, slot->strip, 0, n_lines * out_w,
                             (float *) block->project->out[0] + first_row * out_c);
}

static void
run_strip (const KomaCpuBlock *block,
           Slot               *slot,
           Part               *part,
           gsize               first)
{
  const gsize  n_lines = MIN (block->strip_lines, part->end - first);
  const double begin_ms = get_ms (block);
  double       made_ms = 0;
  double       seen_ms = 0;

  if (block->first != NULL) {
    part->n_made = MAX (part->n_made, find_top (block, first));
    make_ring (block, slot, part, find_bottom (block, first + n_lines - 1));
  }
  made_ms = get_ms (block);
  run_depthwise (block, slot, part->picture, first, n_lines);
  seen_ms = get_ms (block);
  run_project (block, slot, part->picture, first, n_lines);
  slot->ms[0] += made_ms - begin_ms;
  slot->ms[1] += seen_ms - made_ms;
  slot->ms[2] += get_ms (block) - seen_ms;
}

static void
run_unit (gpointer data,
          gsize    unit)
{
  KomaCpuBlock *block = data;
  Slot         *slot = koma_cpu_slots_take (block->slots, block->n_slots, sizeof (Slot));
  const gsize   index = unit % block->n_parts;
  Part          part = {
             .picture = unit / block->n_parts,
             .begin = index * block->out_h / block->n_parts,
             .end = (index + 1) * block->out_h / block->n_parts,
  };

  for (gsize line = part.begin; line < part.end; line += block->strip_lines)
    run_strip (block, slot, &part, line);
  koma_cpu_slots_give_back (slot);
}

/* Threads compute different stages at once, so the time of the block is divided among its steps as
 * the work of all threads is. */
static void
divide_time (const KomaCpuBlock *block,
             double              block_ms,
             double             *ret_ms) /* [n_steps] */
{
  double sums[N_STAGES] = { 0 };
  double sum = 0;

  for (guint i = 0; i < block->n_slots; i++)
    for (guint stage = 0; stage < N_STAGES; stage++) {
      sums[stage] += block->slots[i].ms[stage];
      sum += block->slots[i].ms[stage];
    }
  for (guint i = 0; i < block->n_steps; i++)
    ret_ms[i] = sum > 0 ? block_ms * sums[N_STAGES - block->n_steps + i] / sum : 0;
}

/**
 * koma_cpu_block_run:
 * @ret_ms: (out) (nullable): what each step took
 *
 * Reads the input of the first step and writes the output of the last. As koma_cpu_step_run(), it
 * flushes denormal numbers to zero.
 *
 * Returns: how many steps it has
 */
guint
koma_cpu_block_run (KomaCpuBlock *block,
                    double       *ret_ms)
{
  double begin_ms = 0;

  block->is_timed = ret_ms != NULL;
  for (guint i = 0; i < block->n_slots; i++)
    memset (block->slots[i].ms, 0, sizeof block->slots[i].ms);
  begin_ms = get_ms (block);
  koma_threads_divide (block->threads, run_unit, block, block->n_pictures * block->n_parts);
  if (ret_ms != NULL)
    divide_time (block, get_ms (block) - begin_ms, ret_ms);
  return block->n_steps;
}
