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
		Short: "print the help of TIV or of a command",
	}, 0, 1, func(words []string) error {
		about := cmd.Root()
		if len(words) == 1 {
			var err error
			if about, _, err = about.Find(words); err != nil || !about.HasParent() {
				return fmt.Errorf("help: %s: no such command; see tiv --help", words[0])
			}
		}
		if man {
			fmt.Fprint(c.out, manualPage(cmd.Root()))
			return nil
		}
		fmt.Fprint(c.out, helpText(about))
		return nil
	})
	cmd.Flags().BoolVar(&man, "man", false, "print the manual page of TIV, in man's format")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		for _, sub := range cmd.Root().Commands() {
			names = append(names, sub.Name())
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}
