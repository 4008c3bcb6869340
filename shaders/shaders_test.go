package shaders

import (
	"strings"
	"testing"
)

func TestStage(t *testing.T) {
	for _, name := range []string{"bars", "mesh", "overlay", "text"} {
		for _, part := range []string{"VERTEX", "FRAGMENT"} {
			source := Stage(name, part, "ONE 1")
			if !strings.HasPrefix(source, version+"#define "+part+"\n#define ONE 1\n") {
				t.Errorf("%s, %s begins with %.60q", name, part, source)
			}
			if !strings.Contains(source, "#ifdef "+part) {
				t.Errorf("%s has no part %s", name, part)
			}
		}
	}
	if s := Stage("nothing", "VERTEX"); s != "" {
		t.Errorf("a shader that is not there is %q", s)
	}
}
