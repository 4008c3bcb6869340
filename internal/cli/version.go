package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
)

// versionCommand prints the version.
type versionCommand struct{}

func (*versionCommand) describe() *cobra.Command {
	return &cobra.Command{
		Annotations: map[string]string{usage.Seldom: ""},
		Use:         "version",
		Short:       "Print the version; so do -V and --version",
		Long:        "Print the versions of TIV and of Go, and the platform.\n",
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
