package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tiv/record/agent"
)

// javaClasses is the folder of the classes with which the agent rewrites methods.
const javaClasses = "classes"

// recordsCalls reports whether the recording has calls or objects.
func (o *Options) recordsCalls() bool { return len(o.Calls)+len(o.Objects) > 0 }

// checkCalls returns an error for patterns and commands of which no calls are recorded.
func (r *recording) checkCalls() error {
	if len(r.Objects) > 0 && r.isGo {
		return errors.New("objects are recorded of Java programs only")
	}
	for _, pattern := range r.Calls {
		if r.isGo && strings.HasPrefix(pattern, "+") {
			return fmt.Errorf("%q: a + is for classes of Java", pattern)
		}
	}
	for _, pattern := range append(append([]string{}, r.Calls...), r.Objects...) {
		if strings.Trim(pattern, "+*") == "" && !strings.HasSuffix(pattern, "*") || strings.ContainsAny(pattern, ",|\"' \t\n") {
			return fmt.Errorf("%q is no pattern: want a name such as com.acme.Store or com.acme.Store.put", pattern)
		}
	}
	return nil
}

// compileClasses compiles the classes with which the agent rewrites methods.
func (m javaMachine) compileClasses(ctx context.Context, folder string) error {
	launcher, err := filepath.EvalSymlinks(m.launcher)
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	return agent.CompileClasses(ctx, filepath.Join(filepath.Dir(launcher), "javac"), folder)
}

// agentOptions returns the options of the agent for traces in a folder with a plain path.
func agentOptions(o *Options, folder string) string {
	var b strings.Builder
	if o.MaxSize > 0 {
		fmt.Fprintf(&b, "limit=%d,", o.MaxSize)
	}
	if o.MaxRate > 0 {
		fmt.Fprintf(&b, "rate=%d,", o.MaxRate)
	}
	if len(o.Calls) > 0 {
		fmt.Fprintf(&b, "calls=%s,", strings.Join(o.Calls, "|"))
	}
	if len(o.Objects) > 0 {
		fmt.Fprintf(&b, "objects=%s,", strings.Join(o.Objects, "|"))
	}
	if o.recordsCalls() {
		fmt.Fprintf(&b, "classes=%s,", filepath.Join(folder, javaClasses))
	}
	return b.String() + "file=" + filepath.Join(folder, agentTraces, "%p.bin")
}
