package agent

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed java/tiv/*.java
var javaSource embed.FS

// CompileClasses compiles the classes that rewrite methods into a folder, with the
// compiler of the Java machine that loads them.
func CompileClasses(ctx context.Context, javac, folder string) error {
	const library = "jdk.internal.org.objectweb.asm"
	args := []string{"-d", folder, "-proc:none"}
	for _, name := range []string{library, library + ".commons"} {
		args = append(args, "--add-exports", "java.base/"+name+"=ALL-UNNAMED")
	}
	for _, name := range []string{"Calls.java", "Rewriter.java"} {
		raw, err := javaSource.ReadFile("java/tiv/" + name)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			return err
		}
		args = append(args, path)
	}
	out, err := exec.CommandContext(ctx, javac, args...).CombinedOutput()
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("calls need the compiler of the Java machine's JDK: %w", err)
	case err != nil && bytes.Contains(out, []byte("package "+library)):
		return errors.New("calls need Java 9 to 23")
	case err != nil:
		return fmt.Errorf("%s: %w\n%s", javac, err, out)
	}
	return nil
}
