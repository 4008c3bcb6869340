package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

//go:embed java/tiv/*.java java24/tiv/*.java
var javaSource embed.FS

// CompileClasses compiles the classes that rewrite methods into a folder, with the
// compiler of the Java machine that loads them. Up to Java 23 they use a library within
// the Java machine, since Java 24 a public one. The compiler runs once for each JDK: its
// output is kept in the user's cache folder, if there is one.
func CompileClasses(ctx context.Context, javac, folder string) error {
	cached := cachedClasses(javac)
	if cached != "" && os.CopyFS(folder, os.DirFS(cached)) == nil {
		return nil
	}
	err := compileAny(ctx, javac, folder)
	if err == nil && cached != "" {
		keepClasses(folder, cached) // else they are compiled again
	}
	return err
}

// cachedClasses returns the folder of the cache for the classes of a compiler's JDK; "" if
// there is none.
func cachedClasses(javac string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, part := range []string{javac, filepath.Join(filepath.Dir(filepath.Dir(javac)), "lib", "modules")} {
		st, err := os.Stat(part)
		if err != nil {
			return ""
		}
		fmt.Fprintf(h, "%q %d %d\n", part, st.Size(), st.ModTime().UnixNano())
	}
	err = fs.WalkDir(javaSource, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := javaSource.ReadFile(path)
		fmt.Fprintf(h, "%s %d %s", path, len(raw), raw)
		return err
	})
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "tiv", "classes-"+hex.EncodeToString(h.Sum(nil)[:12]))
}

// keepClasses copies a folder to another one that does not exist yet, as a whole.
func keepClasses(folder, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(to), "new-")
	if err != nil {
		return err
	}
	if err = os.CopyFS(tmp, os.DirFS(folder)); err == nil {
		err = os.Rename(tmp, to)
	}
	if err != nil {
		os.RemoveAll(tmp)
	}
	return err
}

// compileAny compiles the classes with the rewriter that the Java machine has a library for.
func compileAny(ctx context.Context, javac, folder string) error {
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
