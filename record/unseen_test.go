package record_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/record"
)

// A program that exports the start of a sanitizer is not recorded; one that only knows of it
// is.
func TestNativeExportedSanitizer(t *testing.T) {
	for source, want := range map[string]bool{
		"void __msan_init(void) {}\nint main(void) { return 0; }\n":                                    true,
		"void __msan_init(void) __attribute__((weak));\nint main(void) { return __msan_init != 0; }\n": false,
	} {
		file, program := filepath.Join(t.TempDir(), "main.c"), filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gcc", "-rdynamic", "-o", program, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		r := recordNative(t, record.Options{Command: []string{program}})
		if got := strings.Contains(r.notes, "-fsanitize=memory"); got != want {
			t.Errorf("%s: notes %q", source, r.notes)
		}
	}
}
