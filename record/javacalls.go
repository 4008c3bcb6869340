package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tiv/record/agent"
)

// javaClasses is the folder of the classes with which the agent rewrites methods.
const javaClasses = "classes"

// recordsCalls reports whether the recording has calls or objects.
func (o *Options) recordsCalls() bool { return len(o.Calls)+len(o.Objects) > 0 }

// rewrites reports whether the agent rewrites methods.
func (o *Options) rewrites() bool { return o.recordsCalls() || o.Tasks != nil }

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

// JavaTaskOptions returns the options of the agent in a running program for tasks, and for calls of
// further methods, patterns as Options.Calls. The folder is that of JavaAgentClasses, as the program sees it.
func JavaTaskOptions(tasks Tasks, calls []string, classes string) string {
	return callOptions(&Options{Tasks: tasks, Calls: calls}, classes)
}

// callOptions returns the options of the agent for calls, objects and tasks; classes is the folder
// of the classes with which it rewrites methods.
func callOptions(o *Options, classes string) string {
	var b strings.Builder
	calls := o.Calls
	if o.Tasks != nil {
		calls = slices.Concat(calls, o.Tasks.JavaMethods())
	}
	if len(calls) > 0 {
		fmt.Fprintf(&b, "calls=%s,", strings.Join(calls, "|"))
	}
	if len(o.Objects) > 0 {
		fmt.Fprintf(&b, "objects=%s,", strings.Join(o.Objects, "|"))
	}
	if o.Tasks != nil {
		b.WriteString("items=on,")
	}
	return b.String() + "classes=" + classes + ","
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
	if o.rewrites() {
		b.WriteString(callOptions(o, filepath.Join(folder, javaClasses)))
	}
	return b.String() + "file=" + filepath.Join(folder, agentTraces, "%p.bin")
}
