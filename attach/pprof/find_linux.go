package pprof

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Find returns the URL of a process for net/http/pprof; "" if it seems to have none. It asks
// every address of the process for its command line.
func Find(pid int) string {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	for _, address := range listening(pid) {
		u := "http://" + address + root
		if serves(u+"/cmdline", bytes.TrimRight(line, "\x00")) {
			return u
		}
	}
	return ""
}

// serves reports whether the answer at a URL is a command line.
func serves(u string, line []byte) bool {
	client := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(u)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, int64(len(line))+1))
	return err == nil && answer.StatusCode == http.StatusOK && bytes.Equal(text, line)
}

// listening returns the addresses of a process for connections of TCP.
func listening(pid int) (addresses []string) {
	sockets := map[string]bool{}
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, l := range links {
		if to, _ := os.Readlink(l); strings.HasPrefix(to, "socket:[") {
			sockets[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		lines := bufio.NewScanner(bytes.NewReader(data))
		for lines.Scan() {
			const local, state, inode, listens = 1, 3, 9, "0A"
			fields := strings.Fields(lines.Text())
			if len(fields) <= inode || fields[state] != listens || !sockets[fields[inode]] {
				continue
			}
			if a, ok := parseAddress(fields[local]); ok {
				addresses = append(addresses, a.String())
			}
		}
	}
	return addresses
}

// parseAddress reads an address of /proc/net/tcp, in words of the processor's order:
// "0100007F:1F90". Instead of all addresses it returns the address of this machine.
func parseAddress(s string) (netip.AddrPort, bool) {
	host, port, _ := strings.Cut(s, ":")
	b, err := hex.DecodeString(host)
	p, portErr := hex.DecodeString(port)
	if err != nil || portErr != nil || len(p) != 2 || len(b)%4 != 0 {
		return netip.AddrPort{}, false
	}
	for i := 0; i < len(b); i += 4 { // all processors with such a table are little-endian
		b[i], b[i+1], b[i+2], b[i+3] = b[i+3], b[i+2], b[i+1], b[i]
	}
	a, ok := netip.AddrFromSlice(b)
	if a = a.Unmap(); a.IsUnspecified() {
		loopback := net.IPv6loopback
		if a.Is4() {
			loopback = net.IPv4(127, 0, 0, 1).To4()
		}
		a, ok = netip.AddrFromSlice(loopback)
	}
	return netip.AddrPortFrom(a, uint16(p[0])<<8|uint16(p[1])), ok
}
