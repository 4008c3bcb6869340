package memory

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestGroupLimit(t *testing.T) {
	for name, x := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no groups": {nil, math.MaxInt64},
		"version 2": {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "300000000\n"}, 300000000},
		"of a parent": {map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n",
			"sys/fs/cgroup/a/memory.max": "5000\n"}, 5000},
		"the root's": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "7000\n"}, 7000},
		"not there":  {map[string]string{"proc/self/cgroup": "0::/../x\n"}, math.MaxInt64},
		"version 1": {map[string]string{"proc/self/cgroup": "9:cpu,cpuacct:/c\n4:memory:/m/n\n",
			"sys/fs/cgroup/memory/m/n/memory.limit_in_bytes": "9000",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes":   "9223372036854771712"}, 9000},
		"nonsense": {map[string]string{"proc/self/cgroup": "0\n::\n0::/a\n", "sys/fs/cgroup/a/memory.max": "-4"}, math.MaxInt64},
	} {
		root := fstest.MapFS{}
		for path, data := range x.files {
			root[path] = &fstest.MapFile{Data: []byte(data)}
		}
		if got := groupLimit(root); got != x.want {
			t.Errorf("%s: %d, want %d", name, got, x.want)
		}
	}
}
