package perfdata

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// kernel names the functions of the kernel: those of the machine that TIV runs on, if it is
// the one of the recording and has not been started again since. The kernel lies elsewhere
// after each start.
type kernel struct {
	// anchor is a symbol, and its address in the recording.
	anchor  symbol
	read    bool
	symbols symbols
}

// mmap acts on the mapping of the kernel.
func (k *kernel) mmap(m mapping) {
	if anchor, ok := strings.CutPrefix(m.path, "[kernel.kallsyms]"); ok && anchor != "" && k.anchor.name == "" {
		k.anchor = symbol{address: m.offset, name: anchor}
	}
}

// name returns the name of the function at an address, or the address.
func (k *kernel) name(address uint64) string {
	if !k.read {
		k.read = true
		k.load("/proc/kallsyms")
	}
	if name := k.symbols.find(address); name != "" {
		return name
	}
	return "0x" + strconv.FormatUint(address, 16)
}

// load reads the symbols of the running kernel.
func (k *kernel) load(path string) {
	f, err := os.Open(path)
	if err != nil || k.anchor.name == "" {
		return
	}
	defer f.Close()
	var all symbols
	same := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 3 || !strings.Contains("tTwW", words[1]) {
			continue
		}
		address, err := strconv.ParseUint(words[0], 16, 64)
		if err != nil || address == 0 {
			return // the user may not know them
		}
		same = same || words[2] == k.anchor.name && address == k.anchor.address
		all = append(all, symbol{address: address, name: words[2]})
	}
	if same {
		all.sort()
		k.symbols = all
	}
}
