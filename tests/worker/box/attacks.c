/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "worker/box/koma-box-process.h"

/* Each returns -1 with errno where it is prevented. */

static int
read_passwd (void)
{
  return open ("/etc/passwd", O_RDONLY);
}

static int
read_home (void)
{
  return open ("/root", O_RDONLY | O_DIRECTORY) >= 0 || open ("/home", O_RDONLY | O_DIRECTORY) >= 0
           ? 0
           : -1;
}

static int
read_parent (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", (int) getppid ());

  return open (path, O_RDONLY);
}

static int
read_through_links (void)
{
  return open ("/usr/share/../../etc/passwd", O_RDONLY);
}

static int
read_by_openat2 (void)
{
  const guint64 how[3] = { O_RDONLY, 0, 0 };

  return (int) syscall (SYS_openat2, AT_FDCWD, "/etc/passwd", how, sizeof how);
}

static int
write_new_file (void)
{
  return open ("/tmp/koma-attack", O_WRONLY | O_CREAT, 0600);
}

static int
write_null (void)
{
  return open ("/dev/null", O_WRONLY);
}

static int
write_stderr (void)
{
  return (int) write (STDERR_FILENO, "", 0);
}

static int
remove_file (void)
{
  return unlink ("/tmp/koma-attack");
}

static int
make_folder (void)
{
  return mkdir ("/tmp/koma-attack-folder", 0700);
}

static int
open_internet_socket (void)
{
  return socket (AF_INET, SOCK_STREAM, 0);
}

static int
open_unix_socket (void)
{
  return socket (AF_UNIX, SOCK_STREAM, 0);
}

static int
connect_with_own_socket (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons (9) };

  return connect (KOMA_BOX_SOCKET, (struct sockaddr *) &address, sizeof address);
}

static int
send_to_address (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "/run/dbus/system_bus_socket" };

  return (int) sendto (KOMA_BOX_SOCKET, "", 1, 0, (struct sockaddr *) &address, sizeof address);
}

/* The child, if there is one, ends at once. */
static int
make_process (void)
{
  const pid_t pid = fork ();

  if (pid == 0)
    _exit (0);
  return pid;
}

static int
make_process_by_clone (void)
{
  const long pid = syscall (SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);

  if (pid == 0)
    _exit (0);
  return (int) pid;
}

static int
execute (void)
{
  char *const argv[] = { (char *) "true", NULL };

  return execv ("/bin/true", argv);
}

static int
signal_parent (void)
{
  return kill (getppid (), 0);
}

static int
trace_parent (void)
{
  return (int) ptrace (PTRACE_SEIZE, getppid (), NULL, NULL);
}

static int
read_parent_memory (void)
{
  char         byte = 0;
  struct iovec here = { &byte, 1 };
  struct iovec there = { &byte, 1 };

  return (int) syscall (SYS_process_vm_readv, getppid (), &here, 1, &there, 1, 0);
}

static int
make_namespace (void)
{
  return unshare (CLONE_NEWUSER);
}

static int
raise_limit (void)
{
  const struct rlimit most = { RLIM_INFINITY, RLIM_INFINITY };

  return setrlimit (RLIMIT_FSIZE, &most);
}

static int
set_up_ring (void)
{
  char parameters[256] = "";

  return (int) syscall (SYS_io_uring_setup, 1, parameters);
}

static int
make_memory_file (void)
{
  return memfd_create ("koma-attack", 0);
}

/* Beyond the limit on address space; a sanitizer's own is larger. */
static int
take_memory (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  errno = ENOMEM;
  return -1;
#else
  return mmap (NULL, (gsize) 13 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
               0) == MAP_FAILED
           ? -1
           : 0;
#endif
}

static int
use_terminal (void)
{
  return (int) syscall (SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "");
}

typedef struct
{
  const char *name;
  int (*run) (void);
} Attack;

static const Attack attacks[] = {
  { "read /etc/passwd", read_passwd },
  { "read a home", read_home },
  { "read the parent's environment", read_parent },
  { "read through ..", read_through_links },
  { "read by openat2", read_by_openat2 },
  { "write a new file", write_new_file },
  { "write to a device", write_null },
  { "write to stderr", write_stderr },
  { "remove a file", remove_file },
  { "make a folder", make_folder },
  { "open an internet socket", open_internet_socket },
  { "open a unix socket", open_unix_socket },
  { "connect with its own socket", connect_with_own_socket },
  { "send to an address", send_to_address },
  { "fork", make_process },
  { "clone", make_process_by_clone },
  { "execute", execute },
  { "signal the parent", signal_parent },
  { "trace the parent", trace_parent },
  { "read the parent's memory", read_parent_memory },
  { "make a namespace", make_namespace },
  { "raise a limit", raise_limit },
  { "set up io_uring", set_up_ring },
  { "make a memory file", make_memory_file },
  { "take 13 GB", take_memory },
  { "type into the terminal", use_terminal },
  { "make any call that there is", attack_make_any_call },
  { "use an inherited descriptor", attack_use_inherited },
};

const char *const *
attack_list (void)
{
  static const char *names[G_N_ELEMENTS (attacks) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++)
    names[i] = attacks[i].name;
  return names;
}

static void
end_or_stop (const char *name)
{
  if (g_str_equal (name, "crash"))
    raise (SIGSEGV);
  if (g_str_equal (name, "abort"))
    abort ();
  if (g_str_equal (name, "exit"))
    _exit (7);
  while (g_str_equal (name, "sleep"))
    g_usleep (G_USEC_PER_SEC);
  if (g_str_equal (name, "stop"))
    raise (SIGSTOP);
  while (g_str_equal (name, "spin"))
    continue;
}

int
attack_run (const char *name)
{
  end_or_stop (name);
  attack_call_otherwise (name);
  attack_last (name);
  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++)
    if (g_str_equal (name, attacks[i].name))
      return attacks[i].run () < 0 ? errno : 0;
  return 255;
}

KomaPicture *
attack_decode (GBytes       *bytes,
               guint         min_side,
               GCancellable *cancellable,
               GError      **error)
{
  gsize            length = 0;
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data, length);
  guint8          *rgb = NULL;

  if (!g_str_has_prefix (text, "ATTACK "))
    return koma_decoder_decode_bytes (bytes, min_side, cancellable, error);
  rgb = g_malloc0 (3);
  rgb[0] = (guint8) attack_run (text + strlen ("ATTACK "));
  return koma_picture_new_take (rgb, 1, 1, 3);
}
