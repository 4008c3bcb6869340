package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func (c *call) versionCommand() *cobra.Command {
	return c.command(&cobra.Command{
		Use:   "version",
		Short: "Print the version; so do -V and --version",
		Long:  "Print the versions of TIV and of Go, and the platform.\n",
	}, 0, 0, func([]string) error {
		_, err := fmt.Fprint(c.out, versionText())
		return err
	})
}

// versionText returns the versions of TIV and of Go, and the platform.
func versionText() string {
	return fmt.Sprintf("tiv %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
