package record

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// probe checks that the Java machine loads the agent: a machine that cannot would not start
// the program either. It starts the machine without a program, once for each machine and
// agent: a file beside the library is the proof of an earlier start.
func (m javaMachine) probe(ctx context.Context, lib string) error {
	proof := m.proof(lib)
	if _, err := os.Stat(proof); proof != "" && err == nil {
		return nil
	}
	cmd := exec.CommandContext(ctx, m.launcher, "-agentpath:"+lib+"=probe", "-version")
	cmd.Env = append(slices.Clip(m.env), javaVariable+"=")
	out, err := cmd.CombinedOutput()
	if err == nil {
		if proof != "" {
			os.WriteFile(proof, nil, 0o644) // without it, the next recording probes again
		}
		return nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if line == "" {
		line = err.Error()
	}
	return fmt.Errorf("%s does not load TIV's agent: %s", m.launcher, line)
}

// javaWords are the environment variables with options that every Java machine reads,
// except the one that probe sets.
var javaWords = []string{"JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LD_LIBRARY_PATH", "LD_PRELOAD"}

// proof returns the name of the file that says that this machine, in this environment,
// loads the library. It is "" for a launcher that is not in a JDK or a JRE: a script may
// start another machine tomorrow.
func (m javaMachine) proof(lib string) string {
	launcher, err := filepath.EvalSymlinks(m.launcher)
	if err != nil {
		return ""
	}
	h := sha256.New()
	machine := filepath.Join(filepath.Dir(filepath.Dir(launcher)), "lib", "server", "libjvm.so")
	for _, path := range []string{launcher, machine} {
		st, err := os.Stat(path)
		if err != nil || !st.Mode().IsRegular() {
			return ""
		}
		fmt.Fprintf(h, "%q %d %d\n", path, st.Size(), st.ModTime().UnixNano())
	}
	for _, name := range javaWords {
		fmt.Fprintf(h, "%q\n", variable(m.env, name))
	}
	return lib + ".loads-" + hex.EncodeToString(h.Sum(nil)[:12])
}
