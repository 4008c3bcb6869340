package symbols

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tiv/tracefeed"
)

const source = `static volatile int sink;
__attribute__((noinline)) static void leaf(int n) {
	sink = n; /* leaf */
}
static inline __attribute__((always_inline)) void middle(int n) {
	leaf(n + 1); /* middle */
	sink++;
}
int main(int argc, char **argv) {
	(void)argv;
	middle(argc); /* main */
	return 0;
}
`

// built compiles the source with some flags.
func built(t *testing.T, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "program.c")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	if out, err := exec.Command("gcc", append(flags, "-o", program, path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// callOf returns an address within the only call of a function in another one.
func callOf(t *testing.T, program, function, caller string) uint64 {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]elf.Symbol{}
	for _, s := range symbols {
		at[s.Name] = s
	}
	text := f.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	const call, length = 0xe8, 5
	from := at[caller]
	for a := from.Value; a < from.Value+from.Size-length; a++ {
		c := code[a-text.Addr:]
		to := int32(c[1]) | int32(c[2])<<8 | int32(c[3])<<16 | int32(c[4])<<24
		if c[0] == call && uint64(int64(a)+length+int64(to)) == at[function].Value {
			return a + length - 1
		}
	}
	t.Fatalf("%s does not call %s", caller, function)
	return 0
}

// TestFind looks up a call in a function that is inlined, with debug information and
// without.
func TestFind(t *testing.T) {
	t.Parallel()
	if elf.EM_X86_64 != machine(t) {
		t.Log("the test knows the calls of x86-64 only")
		return
	}
	program := built(t, "-O1", "-g")
	address := callOf(t, program, "leaf", "main")
	line := func(comment string) int {
		return 1 + strings.Count(source[:strings.Index(source, "/* "+comment)], "\n")
	}
	file := program + ".c"
	want := []tracefeed.Frame{{Func: "middle", File: file, Line: int32(line("middle"))},
		{Func: "main", File: file, Line: int32(line("main"))}}
	if got := load(program, 0).find(address); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := load(program, 1).find(address); got != nil {
		t.Errorf("found %v in a file that changed later", got)
	}
	plain := built(t, "-O1")
	address = callOf(t, plain, "leaf", "main")
	if got := load(plain, time.Now().Add(time.Hour).UnixNano()).find(address); fmt.Sprint(got) != "[{main  0}]" {
		t.Errorf("found %v without debug information", got)
	}
	if got := load(plain, 0).find(1 << 60); got != nil {
		t.Errorf("found %v far away", got)
	}
}

func machine(t *testing.T) elf.Machine {
	t.Helper()
	f, err := elf.Open(built(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return f.Machine
}

// TestBadModules loads what is no module, and damaged ones.
func TestBadModules(t *testing.T) {
	t.Parallel()
	program := built(t, "-O1", "-g")
	raw, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"empty": nil, "text": []byte(source), "cut": raw[:len(raw)/2],
		"noise": bytes.Repeat([]byte{0xff}, 4096)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := load(path, 0).find(0x1100); got != nil {
			t.Errorf("%s: found %v", name, got)
		}
	}
	for at := 64; at < len(raw); at += 97 {
		damaged := bytes.Clone(raw)
		damaged[at] ^= 0x55
		path := filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		m := load(path, 0)
		for address := uint64(0x1000); address < 0x1200; address += 16 {
			m.find(address)
		}
	}
	for _, path := range []string{"", "relative", "/dev/zero", "/"} {
		if got := load(path, 0).find(0x1100); got != nil {
			t.Errorf("%q: found %v", path, got)
		}
	}
}

func TestReadable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"transfer":                  "transfer",
		"transfer.cold":             "transfer",
		"transfer.constprop.0.cold": "transfer",
		"_ZN4bank8transferINS_7accountEEEvRT_S3_": "bank::transfer",
		"_ZN5store3putEi.part.0":                  "store::put",
		"_RNvCs4fqI2P2rA04_4demo4main":            "demo::main",
		"_ZN4demo4main17h0123456789abcdefE":       "demo::main",
	} {
		if got := readable(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestSplitFrame(t *testing.T) {
	t.Parallel()
	for _, f := range []struct {
		frame tracefeed.Frame
		ok    bool
	}{
		{tracefeed.Frame{Func: "a.so+0x12ab", File: "/lib/a.so"}, true},
		{tracefeed.Frame{Func: "a+0x1+0x12ab", File: "/lib/a+0x1"}, true},
		{tracefeed.Frame{Func: "a.so+0x12ab", File: "/lib/b.so"}, false},
		{tracefeed.Frame{Func: "a.so+0x", File: "/lib/a.so"}, false},
		{tracefeed.Frame{Func: "main", File: "main"}, false},
		{tracefeed.Frame{}, false},
	} {
		if _, _, ok := splitFrame(f.frame); ok != f.ok {
			t.Errorf("%v: %v", f.frame, ok)
		}
	}
}
