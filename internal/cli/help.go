package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// The help of TIV as a whole: these texts around the list of commands and flags.
const (
	helpFiles = `No command overwrites a file that it reads. A file of a kind that the command does
not write is replaced only with --force.
TIV_CACHE names the cache folder, or is "off". The window saves views and notes
beside the trace, as TRACE.workspace.json, and restores them. TIV_CONFIG names the
folder of your settings, or is "off".
`
	helpTraces = `TRACE is a Go execution trace (runtime/trace, net/http/pprof, go test -trace),
a trace.bin, a text trace (*.tiv), or demo:NAME. - is standard input. A URL (http://,
https://) is fetched; http://HOST stands for the next 5 s of a Go program that serves
net/http/pprof there. A time (T) is a number with ns, us, ms, s, m or h. PICTURE.png is a picture made by TIV, which contains its view; TIV
looks for its trace, or takes the one at --trace PATH. Flags can precede or follow
other words; those of record precede the --.
Goroutines of the Go runtime are hidden unless requested. A damaged trace is shown
up to the damage, with a warning. Errors name the byte or the line; exit code 2.
The window follows a trace.bin that is still being written; commands read what is
there.
`
	helpPicture = `A bar is a thread, with time along its length; the near end is the moment. At each
step, the height of a colour is the share of the step spent in that state: running
(green), runnable (yellow), suspended (grey), blocking on a lock with an owner
(blue), waiting for a device (orange), unknown (hatched).
A triangle is a wait: the narrow end is at the waiting thread, the wide end at the
thread it waits for; its thickness is the share of time. Filled: the trace names the
owner. Outlined: inferred from the thread that ended the wait. Thin and grey: a
signal. A magenta ring is a deadlock.
`
	helpKeys = `Space play/pause   ←/→ step   Home/End start/end   1-4 view   ? all keys
`
	helpExamples = `tiv demo                                    see a deadlock
tiv record -- go test ./...                 record tests and look at them
tiv check trace.bin --fail-on deadlock      in a script
tiv snapshot trace.bin -o x.png --at 1.5s --view interaction
`
)

// A section is one part of the help of TIV.
type section struct{ heading, text string }

func sections() []section {
	return []section{
		{"traces", helpTraces}, {"files", helpFiles}, {"what the picture means", helpPicture}, {"keys in the window", helpKeys},
		{"examples", helpExamples},
	}
}

// helpText returns the help of a command; that of the root is about all of TIV.
func helpText(cmd *cobra.Command) string {
	var b strings.Builder
	if cmd.HasParent() {
		b.WriteString(wrap("usage: "+usage(cmd), "       ", helpWidth))
		b.WriteString("\n")
		b.WriteString(longText(cmd))
		b.WriteString("\n")
		writeFlags(&b, cmd)
		writeFlags(&b, cmd.Root(), "memory")
		return b.String()
	}
	fmt.Fprintf(&b, "tiv %s.\n\nusage:\n", cmd.Short)
	writeEntry(&b, "  tiv TRACE", "open a trace in a window")
	writeEntry(&b, "  tiv PICTURE.png", "open the view of a picture made by TIV")
	writeFlags(&b, cmd, "trace")
	for _, c := range cmd.Commands() {
		writeEntry(&b, "  tiv "+c.Use, c.Short)
		writeFlags(&b, c)
	}
	writeEntry(&b, "  tiv --version", flagUsage(cmd.Flag("version")))
	b.WriteString("\nflag of all commands:\n")
	writeFlags(&b, cmd, "memory")
	for _, s := range sections() {
		fmt.Fprintf(&b, "\n%s:\n", s.heading)
		for line := range strings.Lines(s.text) {
			b.WriteString("  " + line)
		}
	}
	return b.String()
}

// longText returns the prose of a command's help.
func longText(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return wrap(cmd.Short, "", helpWidth)
}
