/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory from the kernel. A page fault costs as much for 2 MB as for 4 KB, but for the zeros. */
#include "pages.h"

#include <sys/mman.h>
#include <unistd.h>

static gsize
round_up (gsize size_bytes)
{
  const gsize page_bytes = (gsize) sysconf (_SC_PAGESIZE);
  const gsize last_bytes = size_bytes % KOMA_PAGES_HUGE_BYTES;

  if (last_bytes >= KOMA_PAGES_WORTH_BYTES)
    return size_bytes - last_bytes + KOMA_PAGES_HUGE_BYTES;
  return (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
}

/**
 * koma_pages_map:
 * @size_bytes: 1 or more
 *
 * Zeros, which begin at a multiple of the size of a huge page. They lie on huge pages, if the
 * kernel gives some, the last of which is filled by half at least; what is left on small ones. What
 * is not touched takes no memory, in the one size or the other. Thread: any.
 *
 * Returns: (transfer full) (nullable): free with koma_pages_unmap(); %NULL where memory lacks
 */
gpointer
koma_pages_map (gsize size_bytes)
{
  const gsize mapped_bytes = round_up (size_bytes);
  char       *mapped = NULL;
  gsize       before = 0;

  if (size_bytes > G_MAXSSIZE - 2 * KOMA_PAGES_HUGE_BYTES)
    return NULL;
  mapped = mmap (NULL, mapped_bytes + KOMA_PAGES_HUGE_BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return NULL;
  before = KOMA_PAGES_HUGE_BYTES - (guintptr) mapped % KOMA_PAGES_HUGE_BYTES;
  (void) munmap (mapped, before);
  mapped += before;
  if (before < KOMA_PAGES_HUGE_BYTES)
    (void) munmap (mapped + mapped_bytes, KOMA_PAGES_HUGE_BYTES - before);
#ifdef MADV_HUGEPAGE
  (void) madvise (mapped, mapped_bytes, MADV_HUGEPAGE);
#endif
  return mapped;
}

/**
 * koma_pages_unmap:
 * @pages: (transfer full): of koma_pages_map()
 * @size_bytes: as it was given there
 */
void
koma_pages_unmap (gpointer pages,
                  gsize    size_bytes)
{
  (void) munmap (pages, round_up (size_bytes));
}
