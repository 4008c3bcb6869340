package main

const help = `tiv shows why the threads of a program wait.

usage:
  tiv TRACE                       open a trace in a window
  tiv demo [NAME]                 open a trace that is inside the binary;
       [--list]                   list them
  tiv record [-o FILE] [--no-open] -- go run|build|test …
                                  run a Go program so that it writes a trace with
                                  the identity of its locks, then open it
  tiv info TRACE [--json]         format, duration, threads, monitors, events,
                                  losses, total time in each state
  tiv check TRACE [--json] [--fail-on KIND,…]
                                  what is wrong: deadlock, stuck. Exit code 0 if
                                  none of the kinds asked for (all of them by
                                  default), 1 if some, 2 if it could not tell
  tiv dump TRACE events|spans|buckets|edges|threads|monitors
       [--step 1s] [--from T] [--to T] [--format csv|json] [--runtime]
                                  the model as a table; times in nanoseconds
  tiv snapshot TRACE -o FILE.png  the picture, without a display
       [--view 3d|timeline|interaction|split]    what to look at
       [--at T]                                  the moment (the end)
       [--step S] [--steps N]                    length and number of buckets
       [--history N]                             steps that waits add up over
       [--lod near|mid|far|crowd|auto]           level of detail
       [--size WxH] [--scale F]                  pixels; size of texts
       [--palette dark|light] [--signals] [--in-time] [--select THREAD]
                                  signal edges too; in 3D, each wait at its own
                                  depth; a thread that stands out
  tiv cache [clear]               what is kept of traces that were read, so that they
                                  open at once the next time; clear forgets it
  tiv --help, tiv --version

Every command takes --memory SIZE (500M, 2G): how much memory it may use, a
quarter of the machine's at first; what is not kept is read again from the file.
TIV_CACHE names the folder of the cache, or is "off".

TRACE is a Go execution trace (runtime/trace, net/http/pprof, go test -trace),
a text trace (*.tiv), or demo:NAME. Times are a number and ns, us, ms, s, m or h.

what the picture means:
  A bar is a thread. Along it lies time; the moment is its near end. At each step
  the colours share its height as the states shared the step: running (green),
  runnable (yellow), suspended (grey), blocking on a lock that somebody holds
  (blue), waiting for a device (red), unknown (hatched).
  A triangle is waiting: its narrow end at the thread that waits, its wide end at
  the thread it waits for, as thick as the share of the time. Filled: the trace
  names the holder. Outlined: inferred from who ended the wait. Thin and grey: a
  signal. A magenta ring is a deadlock.

keys in the window:
  Space play/pause   ←/→ step   Home/End start/end   1-4 view   ? all keys

Runtime goroutines are hidden unless asked for. A damaged trace is shown up to
the damage, and says so. Errors name the byte or the line; exit code 2.
`
