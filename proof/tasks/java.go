package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"tiv/record"
)

// javaProgram is a program in Java.
type javaProgram struct {
	name   string
	folder string // of its source; the class with main is that of its first file
	bin    string // folder of its Java; empty for the one on the path
	jars   string // pattern of the libraries
}

const (
	// jdk25 is where Debian's packages of Temurin put their Java 25.
	jdk25 = "/usr/lib/jvm/temurin-25-jdk-amd64/bin"
	// tomcat are the libraries of Debian's package libtomcat10-java.
	tomcat = "/usr/share/java/tomcat10-*.jar"
)

// buildJava compiles a program of Java, which is recorded with calls and objects that say for which
// request a thread works.
func (b *bench) buildJava(ctx context.Context, p javaProgram) builtProgram {
	files, err := filepath.Glob(filepath.Join("proof/tasks", p.folder, "*.java"))
	if err != nil {
		return builtProgram{err: err}
	}
	main := strings.TrimSuffix(filepath.Base(files[0]), ".java")
	classes := filepath.Join(b.folder, p.name)
	path := classes
	if p.jars != "" {
		jars, err := filepath.Glob(p.jars)
		if len(jars) == 0 || err != nil {
			return builtProgram{err: fmt.Errorf("no %s", p.jars)}
		}
		path += ":" + strings.Join(jars, ":")
	}
	compile := append([]string{"-d", classes, "-cp", path, "-sourcepath", "proof/tasks/java"}, files...)
	out, err := exec.CommandContext(ctx, filepath.Join(p.bin, "javac"), compile...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("javac: %w\n%s", err, out)
	}
	return builtProgram{err: err, command: []string{filepath.Join(p.bin, "java"), "-cp", path, main},
		options: &record.Options{Java: record.JavaAgent, Tasks: b.definitions(),
			Calls: []string{"Truth.of", "Pools$Job.run"}, Objects: []string{"Truth$Token"}}}
}
