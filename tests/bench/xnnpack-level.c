/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "xnnpack-level.h"

#ifdef KOMA_HAVE_CPUINFO
#include <cpuinfo.h>

/**
 * bench_limit_xnnpack:
 * @level: "baseline", "avx2" or "avx512"
 *
 * Makes XNNPACK take this processor for one of that level: XNNPACK asks the library cpuinfo for
 * the features of the processor, and there those beyond are hidden. To be called before XNNPACK is
 * used.
 */
void
bench_limit_xnnpack (const char *level)
{
  if (g_str_has_prefix (level, "avx512") || !cpuinfo_initialize ())
    return;
  cpuinfo_isa.avx512f = false;
  cpuinfo_isa.avx512cd = false;
  cpuinfo_isa.avx512bw = false;
  cpuinfo_isa.avx512dq = false;
  cpuinfo_isa.avx512vl = false;
  if (g_str_has_prefix (level, "avx2"))
    return;
  cpuinfo_isa.avx2 = false;
  cpuinfo_isa.avx = false;
  cpuinfo_isa.fma3 = false;
  cpuinfo_isa.f16c = false;
  cpuinfo_isa.xop = false;
}
#else
void
bench_limit_xnnpack (const char *level)
{
  g_printerr ("no cpuinfo here: XNNPACK takes its best level, not %s\n", level);
}
#endif
