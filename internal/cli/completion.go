package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (c *call) completionCommand() (cmd *cobra.Command) {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd = c.command(&cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Long: `Print a script that completes commands, flags, their values and files.
`,
		Example: `source <(tiv completion bash)               in ~/.bashrc
tiv completion bash > ~/.local/share/bash-completion/completions/tiv
tiv completion zsh > "${fpath[1]}/_tiv"
tiv completion fish > ~/.config/fish/completions/tiv.fish
`,
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
