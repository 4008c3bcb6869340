package usage

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The long help of TIV: these texts after the lists of commands and flags.
const (
	helpFiles = `No command overwrites a file that it reads. A file of a kind that the command does
not write is replaced only with --force.
TIV_CACHE names the cache folder, or is "off". The window saves views and notes
beside the trace, as TRACE.workspace.json, and restores them. TIV_CONFIG names the
folder of your settings, or is "off".
`
	helpTraces = `TRACE is a Go execution trace (runtime/trace, net/http/pprof, go test -trace),
a Java recording (*.jfr), a perf.data, the text of perf script or ftrace, a trace.bin,
a text trace (*.tiv), a thread dump (of Go, Java or Python), spans of OpenTelemetry
(OTLP), a profile (pprof), or demo:NAME. - is standard input. A URL (http://, https://)
is fetched; http://HOST is the next 5 s of a Go program with net/http/pprof.
A time (T) is a number with ns, us, ms, s, m, h or d. PICTURE.png is a picture made by
TIV, which contains its view; TIV looks for its trace, or takes the one at --trace
PATH. Flags can precede or follow other words; those of record precede the --.
Goroutines of the Go runtime are hidden unless requested. A damaged trace is shown
up to the damage, with a warning: a Go trace up to its last whole part of about a
second. Errors name the byte or the line; exit code 2.
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
	helpKeys = `Space play/pause   ←/→ step   Home/End start/end   1-5 view   ? all keys
`
	helpExamples = `tiv                                         recent traces and demos, in a window
tiv demo                                    see a deadlock
tiv record -- go test ./...                 record tests and look at them
tiv attach 4242                             look at a running program
tiv check trace.out --fail-on deadlock      in a script
tiv snapshot trace.out -o x.png --at 1.5s --view interaction
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

// ShortHelp returns the help of a command on one screen, with a line for each flag that
// is not rare. The help of the root is about all of TIV.
func ShortHelp(cmd *cobra.Command) string {
	var b strings.Builder
	if !cmd.HasParent() {
		writeRoot(&b, cmd, false)
		b.WriteString("tiv COMMAND -h describes a command; tiv --help explains traces and pictures.\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%s.\n\nusage: %s\n\n", cmd.Short, Brief(cmd))
	if words := cmd.Annotations[LastWords]; words != "" {
		b.WriteString(Wrap(words, "  ", shortWidth) + "\n")
	}
	left := 0
	visibleFlags(cmd, func(f *pflag.Flag) {
		if _, isRare := f.Annotations[Rare]; isRare {
			left++
			return
		}
		writeEntry(&b, "  "+flagName(f), gist(flagUsage(f)), shortWidth)
	})
	writeEntry(&b, "  -h, --help", "Print this help; --help has details and examples", shortWidth)
	if left > 0 {
		fmt.Fprintf(&b, "\n%d more flags, details and examples: tiv %s --help\n", left, cmd.Name())
	}
	if example, _, _ := strings.Cut(cmd.Example, "\n"); example != "" {
		example, _, _ = strings.Cut(example, "  ") // the rest is a comment
		fmt.Fprintf(&b, "\nexample: %s\n", example)
	}
	return b.String()
}

// LongHelp returns the help of a command with all its flags. The help of the root is about
// all of TIV.
func LongHelp(cmd *cobra.Command) string {
	var b strings.Builder
	if !cmd.HasParent() {
		writeRoot(&b, cmd, true)
		b.WriteString("\nflags of all commands:\n")
		writeFlags(&b, cmd, "memory", "help")
		b.WriteString("\ntiv COMMAND --help explains a command and its flags; tiv help --man prints a manual page.\n")
		for _, s := range sections() {
			writeSection(&b, s)
		}
		return b.String()
	}
	fmt.Fprintf(&b, "usage: %s\n\n%s\nflags:\n", Brief(cmd), cmd.Long)
	writeFlags(&b, cmd)
	writeFlags(&b, cmd, "memory", "help")
	if cmd.Example != "" {
		writeSection(&b, section{"examples", cmd.Example})
	}
	return b.String()
}

// writeRoot writes the usage of TIV and its commands; those that are seldom used with their
// descriptions only if all is set.
func writeRoot(b *strings.Builder, root *cobra.Command, all bool) {
	const column = 16
	b.WriteString(`tiv shows why the threads of a program wait.
usage: tiv TRACE…|PICTURE.png  open traces (file, - or URL), or a picture's view
       tiv COMMAND [flags] …  for example tiv record -- go test ./..., tiv demo
`)
	var more []string
	for _, c := range root.Commands() {
		if _, seldom := c.Annotations[Seldom]; seldom && !all {
			more = append(more, c.Name())
			continue
		}
		fmt.Fprintf(b, "  %-*s%s\n", column, c.Name(), c.Short)
	}
	if len(more) > 0 {
		fmt.Fprintf(b, "  %-*s%s\n", column, "more", strings.Join(more, ", "))
	}
}

// writeSection writes a section, indented.
func writeSection(b *strings.Builder, s section) {
	fmt.Fprintf(b, "\n%s:\n", s.heading)
	for line := range strings.Lines(s.text) {
		b.WriteString("  " + line)
	}
}
