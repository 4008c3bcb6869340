package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tiv/interaction/detect"
	"tiv/internal/cli/usage"
	"tiv/tracefeed"
)

// completionCommand prints a completion script.
type completionCommand struct{}

func (*completionCommand) describe() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for a shell",
		Long: `Print a script that completes commands, flags, their values and files.
`,
		Example: `source <(tiv completion bash)               in ~/.bashrc
tiv completion bash > ~/.local/share/bash-completion/completions/tiv
tiv completion zsh > "${fpath[1]}/_tiv"
tiv completion fish > ~/.config/fish/completions/tiv.fish
`,
		Annotations: map[string]string{usage.LastWords: "SHELL is one of " + strings.Join(shells, ", "), usage.Seldom: ""},
		ValidArgs:   shells,
	}
}

func (*completionCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	switch words[0] {
	case "bash":
		if _, err := io.WriteString(e.out, bashWords); err != nil {
			return err
		}
		return cmd.Root().GenBashCompletionV2(e.out, true)
	case "zsh":
		return cmd.Root().GenZshCompletion(e.out)
	case "fish":
		return cmd.Root().GenFishCompletion(e.out, true)
	case "powershell":
		return cmd.Root().GenPowerShellCompletionWithDesc(e.out)
	}
	return fmt.Errorf("completion: %w", usage.Unknown("shell", words[0], cmd.ValidArgs))
}

// bashWords stands in for the package bash-completion, of which the script needs one
// function: it joins the words that bash splits at = and :.
const bashWords = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
_get_comp_words_by_ref() {
    local i word
    words=("${COMP_WORDS[0]}")
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((${#words[@]} > 1)) && [[ $word == [=:]* || ${COMP_WORDS[i - 1]} == *[=:] ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
    done
    cword=$((${#words[@]} - 1))
    cur=${words[cword]} prev=${words[cword - 1]}
}
fi

`

// completeTrace completes the name of a demo; shells complete files by themselves.
func completeTrace(_ *cobra.Command, words []string, start string) (names []string, _ cobra.ShellCompDirective) {
	if len(words) > 0 || !strings.HasPrefix(start, tracefeed.DemoPrefix) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range demoNames() {
		names = append(names, tracefeed.DemoPrefix+name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// flagValues returns the values of flags by name, besides those that are words of a kind.
func flagValues() map[string][]string {
	return map[string][]string{
		"fail-on": detect.Kinds(),
		"at":      {startMoment, endMoment, findingPrefix + "1"},
	}
}
