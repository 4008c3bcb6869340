package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is the version of TIV: the newest release in CHANGELOG.md.
const version = "0.5.0"

// Exit codes of all commands but record, which has those of the recorded program.
const (
	exitOK       = 0
	exitFindings = 1 // findings of check
	exitTrouble  = 2 // bad input or bad use
)

// A call is one run of TIV.
type call struct {
	args   []string // of the program, as typed
	out    io.Writer
	memory memoryFlag
	// recordings are those that the window has begun.
	recordings recordings
	exit       int // exit code of a command that ends without an error
}

// Main runs the command of args, the arguments of the program without its name,
// and returns the exit code. Output goes to out, errors go to standard error. The
// caller has locked the goroutine to the first thread, for the window.
func Main(args []string, out io.Writer) int {
	// Most allocations of loading live on, so the collector finds little
	// and need not come so often.
	debug.SetGCPercent(200)
	c := &call{args: args, out: out, memory: memoryFlag(machineMemory() / 4)}
	root := c.root()
	if len(args) == 0 {
		err := c.startPage()
		if err == nil {
			return exitOK
		}
		if !errors.Is(err, errNoDisplay) {
			fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
		}
		fmt.Fprint(os.Stderr, shortHelp(root))
		return exitTrouble
	}
	root.SetArgs(wholeLists(root, twoDashes(root, args)))
	if err := root.Execute(); err != nil {
		fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
		if m := new(misuse); errors.As(err, &m) {
			fmt.Fprintln(os.Stderr, strings.Join(m.hints, "\n"))
		}
		return exitTrouble
	}
	return c.exit
}

// root returns the command that opens the window, with all others below it.
func (c *call) root() *cobra.Command {
	cobra.EnableCommandSorting = false // help lists commands in this order
	cobra.MousetrapHelpText = ""       // Explorer of Windows may start TIV with a trace
	root := c.windowCommand()
	root.SetOut(c.out)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(c.help)
	root.SetHelpCommand(c.helpCommand())
	addMemoryFlag(root.PersistentFlags(), &c.memory)
	root.AddCommand(c.demoCommand(), c.recordCommand(), c.attachCommand(), c.infoCommand(), c.checkCommand(), c.diffCommand(), c.dumpCommand(),
		flameCommand(c), divideCommand(c), c.snapshotCommand(), c.reportCommand(), c.convertCommand(), c.generateCommand(), c.cacheCommand(),
		c.completionCommand(), c.versionCommand())
	root.InitDefaultHelpCmd()
	for _, cmd := range append(root.Commands(), root) {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().Lookup("help").Usage = "Print this help; -h prints a short one"
		completeFlags(cmd)
	}
	return root
}

// command completes cmd, which takes least to most words. A value for -o is
// required if the usage line of cmd has -o. run gets the words.
func (c *call) command(cmd *cobra.Command, least, most int, run func(words []string) error) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	if strings.Contains(cmd.Use, " TRACE") {
		cmd.ValidArgsFunction = completeTrace
	}
	cmd.Flags().SortFlags = false
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if err := checkWords(cmd, words, least, most); err != nil {
			return err
		}
		if !passesArgs(cmd) && cmd.Annotations[ownSignals] == "" { // signals end the recorded program first
			removeOnSignal(c.recordings.end)
		}
		c.memory.apply()
		return run(words)
	}
	return cmd
}
