package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	registry "tiv/command"
	"tiv/internal/cli/memory"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/tracefeed"
)

// A command is one command of the command line: a struct with its flags as fields.
type command interface {
	// describe returns the texts of the command and its flags, which set the fields to their
	// defaults. The usage line also says how many words it takes, and whether it needs -o.
	describe() *cobra.Command
	// run runs the command with its words. cmd is the described command. Other codes than
	// exitOK and exitTrouble are returned as an exitCode.
	run(e *environment, cmd *cobra.Command, words []string) error
}

// commands returns the commands in the order of help.
func commands() []command {
	return []command{
		&demoCommand{}, &recordCommand{}, &attachCommand{}, &listenCommand{}, &sendCommand{}, &infoCommand{}, &checkCommand{},
		&diffCommand{}, &dumpCommand{}, &tasksCommand{}, &handlersCommand{}, &flameCommand{}, &divideCommand{}, &snapshotCommand{},
		&reportCommand{}, &convertCommand{}, &mergeCommand{}, &generateCommand{}, &interpretersCommand{}, &cacheCommand{},
		&completionCommand{}, &versionCommand{},
	}
}

// environment is what the commands of one run of TIV share.
type environment struct {
	args       []string // of the program, as typed
	out        io.Writer
	memory     memory.Limit
	recordings recordings // begun by the window
	// arriving opens the feed of the programs that send to this one; nil if it does not listen.
	arriving func(context.Context) tracefeed.Feed
}

// root returns the command that opens the window, with all others below it.
func (e *environment) root() *cobra.Command {
	cobra.EnableCommandSorting = false // help lists commands in this order
	cobra.MousetrapHelpText = ""       // Explorer of Windows may start TIV with a trace
	root := e.build(&windowCommand{})
	root.SetOut(e.out)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetHelpFunc(e.help)
	root.SetHelpCommand(e.build(&helpCommand{}))
	memory.AddFlag(root.PersistentFlags(), &e.memory)
	for _, c := range commands() {
		root.AddCommand(e.build(c))
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range append(root.Commands(), root) {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().Lookup("help").Usage = "Print this help; -h prints a short one"
		usage.CompleteFlags(cmd, flagValues())
	}
	return root
}

// help prints the help of a command: short for -h, long otherwise.
func (e *environment) help(cmd *cobra.Command, _ []string) {
	text := usage.LongHelp
	if slices.Contains(e.args, "-h") {
		text = usage.ShortHelp
	}
	fmt.Fprint(e.out, text(cmd))
}

// build returns a command for the library cobra. It checks the words, and sets up signals and
// memory, before the command runs.
func (e *environment) build(c command) *cobra.Command {
	cmd := c.describe()
	if cmd.ValidArgsFunction == nil && strings.Contains(cmd.Use, " TRACE") {
		cmd.ValidArgsFunction = completeTrace
	}
	if cmd.Args == nil {
		cmd.Args = usage.CheckWords
	}
	cmd.Flags().SortFlags = false
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if !usage.PassesArgs(cmd) && cmd.Annotations[ownSignals] == "" { // signals end the recorded program first
			removeOnSignal(e.recordings.end)
		}
		e.memory.Apply()
		return c.run(e, cmd, words)
	}
	return cmd
}

// removeOnSignal calls end and removes unfinished files before Ctrl-C or another signal
// ends the program. Ignored signals stay ignored.
func removeOnSignal(end func()) {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		end()
		replace.RemoveUnfinished()
		signal.Reset()
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(s) // for the exit status of the signal
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "tiv: %v\n", s)
			os.Exit(exitTrouble)
		}
	}()
}

// helpCommand prints help or the manual page.
type helpCommand struct{ man, asJSON bool }

func (h *helpCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of TIV or of a command",
		Long: "Print the help of TIV or of a command, as --help does. -h prints a shorter one. " +
			"commands is a list of the commands of the window, with their arguments and keys.\n",
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return append(usage.CommandNames(cmd.Root()), windowCommands), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&h.man, "man", false, "Print the manual page of TIV, in man's format")
	cmd.Flags().BoolVar(&h.asJSON, "json", false, "Print the list of commands of the window as JSON")
	return cmd
}

func (h *helpCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	about, ofWindow := cmd.Root(), slices.Equal(words, []string{windowCommands})
	switch {
	case ofWindow && h.asJSON:
		return registry.WriteJSON(e.out)
	case ofWindow:
		return registry.WriteText(e.out)
	case h.asJSON:
		return usage.Misused(cmd, fmt.Errorf("--json is for tiv help %s", windowCommands))
	case len(words) == 1:
		var err error
		if about, _, err = about.Find(words); err != nil || !about.HasParent() {
			return usage.Misused(cmd.Root(), fmt.Errorf("help: %w", usage.Unknown("command", words[0], usage.CommandNames(cmd.Root()))))
		}
	}
	text := usage.LongHelp(about)
	if h.man {
		text = usage.ManualPage(cmd.Root(), version)
	}
	fmt.Fprint(e.out, text)
	return nil
}

// windowCommands is the subject of help that lists the commands of the window.
const windowCommands = "commands"
