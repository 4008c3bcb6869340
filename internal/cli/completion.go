package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (c *call) completionCommand() (cmd *cobra.Command) {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd = c.command(&cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "print a completion script for a shell: source <(tiv completion bash)",
		ValidArgs: shells,
	}, 1, 1, func(words []string) error {
		switch words[0] {
		case "bash":
			return cmd.Root().GenBashCompletionV2(c.out, true)
		case "zsh":
			return cmd.Root().GenZshCompletion(c.out)
		case "fish":
			return cmd.Root().GenFishCompletion(c.out, true)
		case "powershell":
			return cmd.Root().GenPowerShellCompletionWithDesc(c.out)
		}
		return fmt.Errorf("completion: %w", unknown("shell", words[0], shells))
	})
	return cmd
}
