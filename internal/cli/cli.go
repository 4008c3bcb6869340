package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"tiv/internal/cli/memory"
	"tiv/internal/cli/usage"
)

// version is the version of TIV: the newest release in CHANGELOG.md.
const version = "0.5.0"

// Exit codes of all commands but record, which has those of the recorded program.
const (
	exitOK       = 0
	exitFindings = 1 // findings of check
	exitTrouble  = 2 // bad input or bad use
)

// An exitCode ends a command that has done its work, and printed all messages.
type exitCode int

// Error returns the code. It is not printed.
func (code exitCode) Error() string { return fmt.Sprintf("exit code %d", int(code)) }

// Main runs the command of args, the arguments of the program without its name,
// and returns the exit code. Output goes to out, errors go to standard error. The
// caller has locked the goroutine to the first thread, for the window.
func Main(args []string, out io.Writer) int {
	// Most allocations of loading live on, so the collector finds little
	// and need not come so often.
	debug.SetGCPercent(200)
	e := &environment{args: args, out: out, memory: memory.Limit(memory.Machine() / 4)}
	root := e.root()
	if len(args) == 0 {
		err := e.startPage()
		if err == nil {
			return exitOK
		}
		if !errors.Is(err, errNoDisplay) {
			fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
		}
		fmt.Fprint(os.Stderr, usage.ShortHelp(root))
		return exitTrouble
	}
	root.SetArgs(usage.Args(root, args))
	err := root.Execute()
	if code := exitCode(exitOK); err == nil || errors.As(err, &code) {
		return int(code)
	}
	fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
	if m := new(usage.Misuse); errors.As(err, &m) {
		fmt.Fprintln(os.Stderr, strings.Join(m.Hints, "\n"))
	}
	return exitTrouble
}

// versionCommand prints the version.
type versionCommand struct{}

func (*versionCommand) describe() *cobra.Command {
	return &cobra.Command{
		Use:         "version",
		Short:       "Print the version; so do -V and --version",
		Long:        "Print the versions of TIV and of Go, and the platform.\n",
		Annotations: map[string]string{usage.Seldom: ""},
	}
}

func (*versionCommand) run(e *environment, _ *cobra.Command, _ []string) error {
	_, err := fmt.Fprint(e.out, versionText())
	return err
}

// versionText returns the versions of TIV and of Go, and the platform.
func versionText() string {
	return fmt.Sprintf("tiv %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
