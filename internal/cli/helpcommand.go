package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// helpCommand returns the command for help and the manual page.
func (c *call) helpCommand() (cmd *cobra.Command) {
	var man bool
	cmd = c.command(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of TIV or of a command",
		Long:  "Print the help of TIV or of a command, as --help does. -h prints a shorter one.\n",
	}, 0, 1, func(words []string) error {
		about := cmd.Root()
		if len(words) == 1 {
			var err error
			if about, _, err = about.Find(words); err != nil || !about.HasParent() {
				return misused(cmd.Root(), fmt.Errorf("help: %w", unknown("command", words[0], commandNames(cmd.Root()))))
			}
		}
		if man {
			fmt.Fprint(c.out, manualPage(cmd.Root()))
			return nil
		}
		fmt.Fprint(c.out, longHelp(about))
		return nil
	})
	cmd.Flags().BoolVar(&man, "man", false, "Print the manual page of TIV, in man's format")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}
