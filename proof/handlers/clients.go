package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// clients are the clients of a program, in a process that is not recorded. They are the program's
// output, too: they start when it prints its address.
type clients struct {
	ctx     context.Context
	of      client
	program string
	line    strings.Builder
	command *exec.Cmd
	err     error
	started chan struct{} // closed once they have started; nil if nothing waits for that
}

// Write takes the output of the program. The line "listens ADDRESS" starts the clients.
func (c *clients) Write(text []byte) (int, error) {
	for _, r := range string(text) {
		if r != '\n' {
			c.line.WriteRune(r)
			continue
		}
		if word, address, _ := strings.Cut(c.line.String(), " "); word == "listens" {
			c.begin(address)
		}
		c.line.Reset()
	}
	return len(text), nil
}

// begin starts the clients of a server at an address. Their program has been built.
func (c *clients) begin(address string) {
	if c.started != nil {
		defer close(c.started)
	}
	if c.of.name == "" {
		return
	}
	c.command = exec.CommandContext(c.ctx, c.program, "-for", "10m", "-client", address, c.of.name)
	c.command.Env = append(os.Environ(), "TIV_TRACE=off")
	if err := c.command.Start(); err != nil {
		c.err, c.command = fmt.Errorf("start clients: %w", err), nil
	}
}

// end ends the clients.
func (c *clients) end() {
	if c.command != nil {
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	}
}
