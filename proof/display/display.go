// Package display starts an X server without a screen, for programs with windows.
package display

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Server is an X server. The zero value has not started.
type Server struct {
	name    string
	command *exec.Cmd
}

// Environment starts the server at its first call, and returns the environment of its clients.
func (s *Server) Environment(ctx context.Context) ([]string, error) {
	if s.name != "" {
		return append(os.Environ(), "DISPLAY="+s.name), nil
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	write.Close()
	if err != nil {
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s.command = server
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s.name = ":" + strings.TrimSpace(number)
	return s.Environment(ctx)
}

// Close ends the server, if it has started.
func (s *Server) Close() {
	if s.command != nil {
		_ = s.command.Process.Signal(os.Interrupt)
		_ = s.command.Wait()
	}
}
