package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// measureWord is the first argument of this program as go test's -exec, and in the
// scripts of programs. The second is the file that gets the cost, the others are the
// program and its arguments: so that neither compiling nor linking counts as running.
const measureWord = "measure-test"

// measureTest runs a test program, appends its cost to a file, and returns its
// exit code. Signals of the go command are passed on.
func measureTest(file string, argv []string) int {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		return 2
	}
	go func() {
		for s := range signals {
			cmd.Process.Signal(s)
		}
	}()
	cmd.Wait()
	if err := appendCost(file, costOf(cmd.ProcessState, start)); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		return 2
	}
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		return 128 + int(status.Signal()) // as a shell says it, and tiv record
	}
	return cmd.ProcessState.ExitCode()
}

func appendCost(file string, c Cost) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(append(line, '\n'))
	return err
}

// readCosts adds up the costs of test programs in a file.
func readCosts(file string) (sum Cost, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return sum, fmt.Errorf("no test program ran: %w", err)
	}
	for line := range bytes.Lines(text) {
		var c Cost
		if err := json.Unmarshal(line, &c); err != nil {
			return sum, fmt.Errorf("%s: %w", file, err)
		}
		sum.add(c)
	}
	return sum, nil
}
