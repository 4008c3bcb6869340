package agent

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

//go:embed java/tiv/*.java java24/tiv/*.java
var javaSource embed.FS

// CompileClasses compiles the classes that rewrite methods into a folder, with the
// compiler of the Java machine that loads them. Up to Java 23 they use a library within
// the Java machine, since Java 24 a public one.
func CompileClasses(ctx context.Context, javac, folder string) error {
	const library = "jdk.internal.org.objectweb.asm"
	var exports []string
	for _, name := range []string{library, library + ".commons"} {
		exports = append(exports, "--add-exports", "java.base/"+name+"=ALL-UNNAMED")
	}
	out, err := compileClasses(ctx, javac, folder, "java/tiv/Rewriter.java", exports)
	if err != nil && bytes.Contains(out, []byte("package "+library)) {
		out, err = compileClasses(ctx, javac, folder, "java24/tiv/Rewriter.java", nil)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("calls need the compiler of the Java machine's JDK: %w", err)
	case err != nil:
		return fmt.Errorf("%s: %w\n%s", javac, err, out)
	}
	return nil
}

// compileClasses compiles the classes with one of their rewriters, and returns the
// messages of the compiler.
func compileClasses(ctx context.Context, javac, folder, rewriter string, options []string) (out []byte, err error) {
	args := append([]string{"-d", folder, "-proc:none"}, options...)
	for _, name := range []string{"java/tiv/Calls.java", rewriter} {
		raw, err := javaSource.ReadFile(name)
		if err != nil {
			return nil, err
		}
		source := filepath.Join(folder, path.Base(name))
		if err := os.WriteFile(source, raw, 0o666); err != nil {
			return nil, err
		}
		args = append(args, source)
	}
	return exec.CommandContext(ctx, javac, args...).CombinedOutput()
}
