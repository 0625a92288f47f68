/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The system calls that decoding needs; each other one fails with EPERM. */
#include "koma-confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <linux/seccomp.h>
#include <seccomp.h>

/* Memory, threads, time, what is open already; what a file's name alone tells. Those that a
 * machine does not have are left out. */
static const int free_calls[] = {
  SCMP_SYS (access),
  SCMP_SYS (brk),
  SCMP_SYS (clock_getres),
  SCMP_SYS (clock_gettime),
  SCMP_SYS (clock_nanosleep),
  SCMP_SYS (close),
  SCMP_SYS (exit),
  SCMP_SYS (exit_group),
  SCMP_SYS (faccessat),
  SCMP_SYS (faccessat2),
  SCMP_SYS (fadvise64),
  SCMP_SYS (fstat),
  SCMP_SYS (fstatfs),
  SCMP_SYS (futex),
  SCMP_SYS (getcpu),
  SCMP_SYS (getdents64),
  SCMP_SYS (getegid),
  SCMP_SYS (geteuid),
  SCMP_SYS (getgid),
  SCMP_SYS (getpid),
  SCMP_SYS (getppid),
  SCMP_SYS (getrandom),
  SCMP_SYS (getrusage),
  SCMP_SYS (gettid),
  SCMP_SYS (gettimeofday),
  SCMP_SYS (getuid),
  SCMP_SYS (lseek),
  SCMP_SYS (lstat),
  SCMP_SYS (madvise),
  SCMP_SYS (membarrier),
  SCMP_SYS (mmap),
  SCMP_SYS (mprotect),
  SCMP_SYS (mremap),
  SCMP_SYS (munmap),
  SCMP_SYS (nanosleep),
  SCMP_SYS (newfstatat),
  SCMP_SYS (poll),
  SCMP_SYS (ppoll),
  SCMP_SYS (pread64),
  SCMP_SYS (read),
  SCMP_SYS (readv),
  SCMP_SYS (restart_syscall),
  SCMP_SYS (rseq),
  SCMP_SYS (rt_sigaction),
  SCMP_SYS (rt_sigprocmask),
  SCMP_SYS (rt_sigreturn),
  SCMP_SYS (sched_getaffinity),
  SCMP_SYS (sched_yield),
  SCMP_SYS (set_robust_list),
  SCMP_SYS (sigaltstack),
  SCMP_SYS (stat),
  SCMP_SYS (statx),
  SCMP_SYS (sysinfo),
  SCMP_SYS (time),
  SCMP_SYS (uname),
  /* The same on machines of 32 bits. */
  SCMP_SYS (_llseek),
  SCMP_SYS (arm_fadvise64_64),
  SCMP_SYS (clock_getres_time64),
  SCMP_SYS (clock_gettime64),
  SCMP_SYS (clock_nanosleep_time64),
  SCMP_SYS (fadvise64_64),
  SCMP_SYS (fstat64),
  SCMP_SYS (fstatat64),
  SCMP_SYS (fstatfs64),
  SCMP_SYS (futex_time64),
  SCMP_SYS (getegid32),
  SCMP_SYS (geteuid32),
  SCMP_SYS (getgid32),
  SCMP_SYS (getuid32),
  SCMP_SYS (lstat64),
  SCMP_SYS (mmap2),
  SCMP_SYS (ppoll_time64),
  SCMP_SYS (sigreturn),
  SCMP_SYS (stat64),
};

#define ALLOW(call, ...) \
  (seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (call), __VA_ARGS__) == 0)
/* open(2): all that is not reading. */
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)

static gboolean
allow_free_calls (scmp_filter_ctx filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (free_calls); i++)
    if (seccomp_rule_add (filter, SCMP_ACT_ALLOW, free_calls[i], 0) != 0)
      return FALSE;
  return TRUE;
}

/* One socket, whose other end is Koma: nothing can be sent to another address. */
static gboolean
allow_socket (scmp_filter_ctx filter,
              int             socket)
{
  const scmp_datum_t fd = (scmp_datum_t) socket;

  return ALLOW (sendto, 2, SCMP_A0 (SCMP_CMP_EQ, fd), SCMP_A4 (SCMP_CMP_EQ, 0)) &&
         ALLOW (recvmsg, 1, SCMP_A0 (SCMP_CMP_EQ, fd));
}

/* Of clone(): a thread shares all of that, and has nothing of its own that processes share. */
#define THREAD     (CLONE_VM | CLONE_THREAD)
#define NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | \
                    CLONE_NEWPID | CLONE_NEWNET)

/* Threads, no processes. The flags of clone3() lie in memory, where no filter sees them; the C
 * library takes clone() where there is no clone3(). A process may end itself, as abort() does. */
static gboolean
allow_threads (scmp_filter_ctx filter)
{
  const scmp_datum_t self = (scmp_datum_t) getpid ();

  return ALLOW (clone, 1, SCMP_A0 (SCMP_CMP_MASKED_EQ, THREAD | NAMESPACES, THREAD)) &&
         seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (clone3), 0) == 0 &&
         ALLOW (tgkill, 1, SCMP_A0 (SCMP_CMP_EQ, self)) &&
         ALLOW (prctl, 1, SCMP_A0 (SCMP_CMP_EQ, PR_SET_NAME));
}

static gboolean
allow_looking_at (scmp_filter_ctx filter,
                  int             call)
{
  static const int questions[] = { F_GETFL, F_GETFD, F_SETFD };

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    if (seccomp_rule_add (filter, SCMP_ACT_ALLOW, call, 1,
                          SCMP_A1 (SCMP_CMP_EQ, (scmp_datum_t) questions[i])) != 0)
      return FALSE;
  return TRUE;
}

/* Limits are read, not set; descriptors looked at. */
static gboolean
allow_questions (scmp_filter_ctx filter)
{
  return ALLOW (prlimit64, 2, SCMP_A0 (SCMP_CMP_EQ, 0), SCMP_A2 (SCMP_CMP_EQ, 0)) &&
         ALLOW (getrlimit, 0) &&
         ALLOW (ugetrlimit, 0) &&
         allow_looking_at (filter, SCMP_SYS (fcntl)) &&
         allow_looking_at (filter, SCMP_SYS (fcntl64)); /* of 32 bits */
}

static gboolean
allow_reading (scmp_filter_ctx filter)
{
  return ALLOW (open, 1, SCMP_A1 (SCMP_CMP_MASKED_EQ, WRITES, 0)) &&
         ALLOW (openat, 1, SCMP_A2 (SCMP_CMP_MASKED_EQ, WRITES, 0));
}

gboolean
koma_syscall_filter_is_supported (void)
{
  return prctl (PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

/**
 * koma_syscall_filter_enter:
 * @may_read_files: whether files can be opened to be read; where Landlock says which
 * @socket: the one to send and receive by
 *
 * From here on this process can do nothing but what decoding needs. No new privileges must
 * be possible any more.
 *
 * Returns: whether that is so
 */
gboolean
koma_syscall_filter_enter (gboolean may_read_files,
                           int      socket)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ERRNO (EPERM));
  gboolean        is_entered = FALSE;

  if (filter == NULL)
    return FALSE;
  is_entered = allow_free_calls (filter) && allow_socket (filter, socket) &&
               allow_threads (filter) && allow_questions (filter) &&
               (!may_read_files || allow_reading (filter)) && seccomp_load (filter) == 0;
  seccomp_release (filter);
  return is_entered;
}
