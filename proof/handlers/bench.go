package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tiv/proof/display"
	"tiv/record"
)

// bench records programs and judges what is found in their traces.
type bench struct {
	folder, traces string // for programs, and for traces
	length         time.Duration
	judgeOnly      bool
	built          map[string]built
	x              display.Server
}

// built is a program that has been built, with the arguments that precede its own.
type built struct {
	command []string
	err     error
}

// source is the folder with the programs' sources.
const source = "proof/handlers/"

// settlingTime is how long a program works that shows when its handlers are found.
const settlingTime = 40 * time.Second

// record builds and records a program.
func (b *bench) record(ctx context.Context, p program, trace string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	command, err := b.build(ctx, p.kind, p.args)
	if err != nil {
		return err
	}
	clients := &clients{of: p.client, ctx: ctx}
	if clients.program, err = b.buildClients(ctx, p.client); err != nil {
		return err
	}
	defer clients.end()
	length := b.length
	if p.settles {
		length = max(length, settlingTime)
	}
	switch p.kind {
	case ofGo, ofModules:
		err = b.recordGo(ctx, append(command, "-for", length.String(), p.args[0]), trace, clients)
	case ofJava, ofJava25, onDisplay:
		err = b.recordJava(ctx, p.kind, append(command, p.args[0], fmt.Sprint(length.Milliseconds())), trace, clients)
	case ofNode:
		err = b.recordNode(ctx, command, length, trace, clients)
	case ofPython:
		err = b.recordItself(ctx, append(command, trace), length, clients)
	default:
		err = b.recordByPerf(ctx, command, p.address, length, trace, clients)
	}
	return errors.Join(err, clients.err)
}

// build builds the programs of a kind, once.
func (b *bench) build(ctx context.Context, k kind, args []string) ([]string, error) {
	key := string(k)
	if k != ofGo && k != ofModules {
		key += args[0]
	}
	if made, ok := b.built[key]; ok {
		return made.command, made.err
	}
	var made built
	switch k {
	case ofGo, ofModules:
		program := b.path(string(k))
		_, err := b.tivRecord(ctx, record.Options{Out: program + ".trace", Command: goBuild(string(k), program)})
		made = built{[]string{program}, err}
	case ofJava, ofJava25, onDisplay:
		made = b.buildJava(ctx, k, args[0])
	case ofC:
		made = b.buildC(ctx, args)
	case ofPython:
		return []string{"python3", source + "python/" + args[0] + ".py"}, nil
	case ofNode:
		return []string{"node", source + "node/" + args[0] + ".js"}, nil
	case ofDebian:
		return args, nil
	}
	b.built[key] = made
	return made.command, made.err
}

// buildClients builds the program of clients, once, and returns its path.
func (b *bench) buildClients(ctx context.Context, c client) (string, error) {
	if c.name == "" {
		return "", nil
	}
	key := c.folder + "-client"
	made, ok := b.built[key]
	if !ok {
		program := b.path(key)
		command := goBuild(c.folder, program)
		made = built{[]string{program}, execute(exec.CommandContext(ctx, command[0], command[1:]...))}
		b.built[key] = made
	}
	return made.command[0], made.err
}

// path returns the absolute path of a file in the folder for programs.
func (b *bench) path(name string) string {
	path, err := filepath.Abs(filepath.Join(b.folder, name))
	if err != nil {
		return name
	}
	return path
}

// goBuild returns the command that builds a folder of programs.
func goBuild(folder, program string) []string {
	return []string{"go", "build", "-C", source + folder, "-o", program, "."}
}

// jdk25 is where Debian's packages of Temurin put their Java 25.
const jdk25 = "/usr/lib/jvm/temurin-25-jdk-amd64/bin"

// jars are patterns of the libraries in Debian's packages of Tomcat, Netty and Jetty.
var jars = []string{"/usr/share/java/tomcat10-*.jar", "/usr/share/java/netty-*.jar", "/usr/share/java/jetty9-*.jar",
	"/usr/share/java/servlet-api.jar"}

// buildJava compiles a class with main, and the classes that it needs.
func (b *bench) buildJava(ctx context.Context, k kind, class string) built {
	bin, path := "", []string{b.path("java-" + class)}
	if k == ofJava25 {
		bin = jdk25
	}
	for _, pattern := range jars {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return built{err: err}
		}
		path = append(path, found...)
	}
	classes, folder := strings.Join(path, ":"), source+"java/"
	err := execute(exec.CommandContext(ctx, filepath.Join(bin, "javac"), "-d", path[0], "-cp", classes, "-sourcepath", folder,
		folder+class+".java"))
	return built{[]string{filepath.Join(bin, "java"), "-cp", classes}, err}
}

// buildC compiles a program in C, with a library or a package of pkg-config.
func (b *bench) buildC(ctx context.Context, args []string) built {
	program := b.path("c-" + args[0])
	command := []string{"-O1", "-g", "-Wall", "-Werror", "-pthread", "-o", program, source + "c/" + args[0] + ".c"}
	for _, library := range args[1:] {
		if strings.HasPrefix(library, "-l") {
			command = append(command, library)
			continue
		}
		flags, err := exec.CommandContext(ctx, "pkg-config", "--cflags", "--libs", library).Output()
		if err != nil {
			return built{err: fmt.Errorf("pkg-config %s: %w", library, err)}
		}
		command = append(command, strings.Fields(string(flags))...)
	}
	return built{[]string{program}, execute(exec.CommandContext(ctx, "gcc", command...))}
}

// execute runs a command. An error has its output.
func execute(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return nil
}
