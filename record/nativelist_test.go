package record

import (
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tiv/record/clib"
	"tiv/record/preload"
)

// waitingList returns the functions that docs/recording.md names: those that are seen, those
// that are not, and those that the library replaces although they do not wait.
func waitingList(t *testing.T) (seen, unseen, replaced map[string]bool) {
	t.Helper()
	page, err := os.ReadFile("../docs/recording.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "\n### Functions that wait\n")
	part, _, _ = strings.Cut(part, "\n### ")
	quoted := regexp.MustCompile("`([A-Za-z0-9_]+)`")
	seen, unseen, replaced = map[string]bool{}, map[string]bool{}, map[string]bool{}
	list := seen
	for line := range strings.Lines(part) {
		switch {
		case strings.HasPrefix(line, "| not seen"):
			list = unseen
		case strings.HasPrefix(line, "The library also replaces"):
			list = replaced
		case !strings.HasPrefix(line, "|"):
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(line, -1) {
			if seen[m[1]] || unseen[m[1]] || replaced[m[1]] {
				t.Errorf("%s is there twice", m[1])
			}
			list[m[1]] = true
		}
	}
	return seen, unseen, replaced
}

// functionsOf returns the addresses of the exported functions of a library, by name. Those
// of glibc are of release 2.36 at most, and not private.
func functionsOf(t *testing.T, path string) map[string]uint64 {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]uint64{}
	for _, s := range symbols {
		var major, minor int
		if n, _ := fmt.Sscanf(s.Version, "GLIBC_%d.%d", &major, &minor); n == 2 && minor > 36 || s.Version == "GLIBC_PRIVATE" {
			continue
		}
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) != elf.STT_OBJECT && elf.ST_TYPE(s.Info) != elf.STT_TLS {
			found[s.Name] = s.Value
		}
	}
	return found
}

func libcFunctions(t *testing.T) map[string]uint64 {
	t.Helper()
	path, err := exec.Command("gcc", "-print-file-name=libc.so.6").Output()
	if err != nil {
		t.Fatal(err)
	}
	return functionsOf(t, strings.TrimSpace(string(path)))
}

// cancellationPoints are those of POSIX.1-2017, 2.9.5.2: the functions that shall be some and
// that may be, where they can wait. It is the list of another source.
const cancellationPoints = `accept aio_suspend clock_nanosleep connect creat fcntl fdatasync fsync lockf mq_receive mq_send
	mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open openat pause poll pread pselect pthread_cond_timedwait pthread_cond_wait
	pthread_join pwrite read readv recv recvfrom recvmsg select sem_timedwait sem_wait send sendmsg sendto sigsuspend sigtimedwait
	sigwait sigwaitinfo sleep tcdrain wait waitid waitpid write writev
	access chmod chown closedir dlopen dprintf fclose fflush fgetc fgetpos fgets fgetwc fgetws fopen fprintf fputc fputs fputwc
	fputws fread freopen fscanf fseek fseeko fsetpos fstat ftell ftello ftw fwprintf fwrite fwscanf getaddrinfo getc getc_unlocked
	getchar getchar_unlocked getdelim getgrgid getgrgid_r getgrnam getgrnam_r gethostent getline getlogin getlogin_r getnameinfo
	getpwnam getpwnam_r getpwuid getpwuid_r getservbyname getservbyport getwc getwchar glob ioctl link lio_listio lstat mkdir mkstemp
	nftw opendir openlog pclose perror popen posix_fallocate posix_spawn printf psiginfo psignal pthread_rwlock_rdlock
	pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_wrlock putc putc_unlocked putchar putchar_unlocked puts putwc
	putwchar readdir readdir_r rename renameat rewind rmdir scanf sem_open stat symlink sync syslog tmpfile ttyname ttyname_r unlink
	unlinkat vdprintf vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vwprintf vwscanf wprintf wscanf`

// variants returns the names under which the C library can have a function, too: of its
// headers with large files and with _FORTIFY_SOURCE.
func variants(name string) []string {
	return []string{
		name + "64", name + "_r", name + "_unlocked",
		"__" + name + "_chk", "__" + name + "_2", "__" + name + "_unlocked_chk", "__isoc99_" + name,
	}
}

// TestWaitingFunctions compares the list in docs/recording.md with the functions that the
// library exports, and with those of the C library of this machine: other names at the same
// address, variants, and POSIX's cancellation points are in the list, too.
func TestWaitingFunctions(t *testing.T) {
	t.Parallel()
	library, err := clib.Build(t.Context(), preload.Library(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	seen, unseen, replaced := waitingList(t)
	exported, libc := functionsOf(t, library), libcFunctions(t)
	for name := range exported {
		if !seen[name] && !replaced[name] {
			t.Errorf("%s is wrapped, and not in docs/recording.md", name)
		}
	}
	other := regexp.MustCompile(`^(GOMP_|omp_|__cxa_guard|__cyg_|io_uring|__io_uring)`)
	for _, name := range slices.Concat(slices.Collect(maps.Keys(seen)), slices.Collect(maps.Keys(replaced))) {
		_, there := libc[name]
		if _, ok := exported[name]; !ok && (there || other.MatchString(name)) {
			t.Errorf("docs/recording.md says that %s is seen, but it is not wrapped", name)
		}
	}
	listed := func(name string) bool { return seen[name] || unseen[name] || replaced[name] }
	for _, name := range strings.Fields(cancellationPoints) {
		if _, there := libc[name]; there && !listed(name) {
			t.Errorf("%s is a cancellation point, and not in docs/recording.md", name)
		}
	}
	for name, at := range libc {
		if !seen[name] && !unseen[name] {
			continue
		}
		for alias, there := range libc {
			if there == at && !listed(alias) {
				t.Errorf("%s is another name of %s, and not in docs/recording.md", alias, name)
			}
		}
		for _, variant := range variants(name) {
			if _, there := libc[variant]; there && !listed(variant) {
				t.Errorf("%s is a variant of %s, and not in docs/recording.md", variant, name)
			}
		}
	}
}
