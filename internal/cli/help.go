package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// The help of TIV as a whole: these texts around the list of commands and flags.
const (
	helpFiles = `No command writes over a file that it reads. A file of another kind than a command
writes is replaced only with --force.
TIV_CACHE names the folder of the cache, or is "off". What you do in the window
is kept beside the trace, as TRACE.workspace.json, and restored; your own settings
are in TIV_CONFIG, or nowhere if that is "off".
`
	helpTraces = `TRACE is a Go execution trace (runtime/trace, net/http/pprof, go test -trace),
a trace.bin, a text trace (*.tiv), or demo:NAME. Times (T) are a number and ns, us,
ms, s, m or h. PICTURE.png is a picture by TIV, which carries its view; its trace is
looked for, or at --trace PATH. Flags may be before and after other words;
those of record are before --.
Runtime goroutines are hidden unless asked for. A damaged trace is shown up to
the damage, and says so. Errors name the byte or the line; exit code 2.
`
	helpPicture = `A bar is a thread. Along it lies time; the moment is its near end. At each step
the colours share its height as the states shared the step: running (green),
runnable (yellow), suspended (grey), blocking on a lock with an owner (blue),
waiting for a device (red), unknown (hatched).
A triangle is waiting: its narrow end at the thread that waits, its wide end at
the thread it waits for, as thick as the share of the time. Filled: the trace
names the owner. Outlined: inferred from the thread that ended the wait. Thin and
grey: a signal. A magenta ring is a deadlock.
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
	writeEntry(&b, "  tiv PICTURE.png", "open the view of a picture by TIV in a window")
	writeFlags(&b, cmd, "trace")
	for _, c := range cmd.Commands() {
		writeEntry(&b, "  tiv "+c.Use, c.Short)
		writeFlags(&b, c)
	}
	writeEntry(&b, "  tiv --version", flagUsage(cmd.Flag("version")))
	b.WriteString("\nflag of every command:\n")
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
