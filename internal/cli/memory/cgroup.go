package memory

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// groupLimit returns the memory limit of the control groups of this process, in
// bytes: the least from its own group up to the root, of version 1 or 2. Without
// a limit it is math.MaxInt64. root is the file system.
func groupLimit(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(groups)) {
		// A line is number:controllers:path; version 2 has number 0 and none.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		mount, file := "sys/fs/cgroup", "memory.max"
		if parts[0] != "0" || parts[1] != "" {
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := path.Join("/", parts[2]); ; group = path.Dir(group) {
			data, err := fs.ReadFile(root, path.Join(mount, group, file))
			if n, bad := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil && bad == nil && n > 0 {
				least = min(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}
