package threaddump

import (
	"strings"
	"testing"
)

// The forms of the Java machine's releases and tools, each with two threads in a ring or with
// one that waits.
func TestJavaForms(t *testing.T) {
	t.Parallel()
	ring := []string{"alice: monitor-enter 0x1010 Account Bank.move:14 monitor-wait 0x2020 Account Bank.move:14 at demo.Bank.move:14",
		"bob: monitor-enter 0x2020 Account Bank.move:14 monitor-wait 0x1010 Account Bank.move:14 at demo.Bank.move:14"}
	for name, x := range map[string]struct {
		text string
		want []string
	}{
		"Java 5": {javaTwo(`"NAME" prio=1 tid=0x080591dTID nid=0x3f2b waiting for monitor entry [0xbfffb000..0xbfffd748]`,
			"\tat demo.Bank.move(Bank.java:14)", "\t- waiting to lock <0xWANTS> (a demo.Account)",
			"\t- locked <0xHOLDS> (a demo.Account)"), ring},
		"jhsdb": {"Deadlock Detection:\n\nFound one Java-level " +
			"deadlock:\n=============================\n\n\"alice\":\n  waiting to lock Monitor@0x0af398 " +
			"(Object@0x2020, a demo/Account),\n  which is held by \"bob\"\n\"bob\":\n  waiting to lock " +
			"Monitor@0x0af400 (Object@0x1010, a demo/Account),\n  which is held by \"alice\"\n\nFound a total of 1 deadlock.\n\n" +
			javaTwo(`"NAME" #1TID prio=5 tid=0x00007f TID nid=0x4 waiting for monitor entry [0x0000700002]`,
				"   java.lang.Thread.State: BLOCKED (on object monitor)", "   JavaThread state: _thread_blocked",
				" - demo.Bank.move(demo.Account, demo.Account) @bci=20, line=14 (Interpreted frame)",
				"\t- waiting to lock <0x0000WANTS> (a demo.Account)", "\t- locked <0x0000HOLDS> (a demo.Account)"),
			[]string{"alice: monitor-enter 0x1010 Account Bank.move:14 monitor-wait 0x2020 Account Bank.move:14 at demo.Bank.move:14"}},
		"IntelliJ": {"Full thread dump\n\n" +
			javaTwo(`"NAME" prio=5 tid=0xTID nid=NA waiting for monitor entry`, "  java.lang.Thread.State: BLOCKED",
				"\t blocks OTHER", "\t waiting for OTHER to release lock on <0xWANTS> (a demo.Account)",
				"\t  at demo.Bank.move(Bank.java:14)", "\t  - locked <0xHOLDS> (a demo.Account)"), ring},
		"ThreadInfo": {javaTwo(`"NAME" Id=1TID BLOCKED on demo.Account@WANTS owned by "OTHER" Id=1OTID`,
			"\tat demo.Bank.move(Bank.java:14)", "\t-  blocked on demo.Account@WANTS", "\t-  locked demo.Account@HOLDS", ""), ring},
		"VisualVM": {"Full thread dump X:\n\n" + javaTwo(`"NAME" - Thread t@1TID`, "   java.lang.Thread.State: "+
			"BLOCKED on demo.Account@WANTS owned by: OTHER", "\tat demo.Bank.move(Bank.java:14)",
			"\t- locked demo.Account@HOLDS", "", "   Locked ownable synchronizers:", "\t- None"), ring},
		"jstack -F": {"Thread 12: (state = BLOCKED)\n - java.lang.Object.wait(long) @bci=0 (Interpreted frame)\n - " +
			"a.B.c() @bci=2, line=503 (Compiled frame; information may be imprecise)\n\nThread 13: (state = " +
			"IN_NATIVE)\n - java.net.SocketInputStream.socketRead0(java.io.FileDescriptor, byte[]) @bci=0 " +
			"(Interpreted frame)\n\nThread 14: (state = BLOCKED)\n\n",
			[]string{"12: suspend-start wait at java.lang.Object.wait:0",
				"13: io-start net at java.net.SocketInputStream.socketRead0:0", "(14): suspend-start other"}},
		"dump_to_file of Java 21": {"#12 \"a\" virtual\n      " +
			"java.base/java.lang.VirtualThread.park(VirtualThread.java:582)\n      " +
			"java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)\n      " +
			"a.B.c(B.java:3)\n\n#1 \"main\"\n      java.base/java.lang.Thread.sleep0(Native Method)\n      " +
			"java.base/java.lang.Thread.sleep(Thread.java:509)\n      a.B.main(B.java:4)\n",
			[]string{"a: suspend-start park at java.lang.VirtualThread.park:582",
				"main: suspend-start sleep at java.lang.Thread.sleep0:0"}},
		"JSON of Java 21": {
			`{ "threadDump": { "time": "2026-05-28T12:21:57Z", "threadContainers": [ { "container": "<root>", "threads": [ { "tid": 12, "name": "", "stack": [ "java.base\/java.lang.Thread.sleep0(Native Method)", "a.B.c(B.java:3)" ] } ], "threadCount": 1 } ] } }`,
			[]string{"12: suspend-start sleep at java.lang.Thread.sleep0:0"}},
		"JSON of a lock": {
			`{"threadDump": {"threadContainers": [{"threads": [{"tid":"12","name":"a","state":"WAITING","parkBlocker":{"object":"java.util.concurrent.locks.ReentrantLock$NonfairSync@1f","owner":"13"},"stack":["java.base/jdk.internal.misc.Unsafe.park(Native Method)"]},{"tid":"13","name":"b","state":"RUNNABLE","stack":["a.B.c(B.java:3)"]}]}]}}`,
			[]string{"a: monitor-wait 0x1f ReentrantLock at jdk.internal.misc.Unsafe.park:0",
				"b: monitor-enter 0x1f ReentrantLock run sample at a.B.c:3"}},
	} {
		got := words(t, x.text)
		all := strings.Join(got, "\n") + "\n"
		for _, w := range x.want {
			if !strings.Contains(all, w+"\n") {
				t.Errorf("%s: no thread is %q:\n%s", name, w, all)
			}
		}
	}
}

// javaTwo returns the lines for two threads, alice and bob, that wait for each other.
func javaTwo(lines ...string) string {
	text := strings.Join(lines, "\n") + "\n\n"
	alice := strings.NewReplacer("NAME", "alice", "OTHER", "bob", "OTID", "3", "TID", "2", "WANTS", "2020", "HOLDS", "1010")
	bob := strings.NewReplacer("NAME", "bob", "OTHER", "alice", "OTID", "2", "TID", "3", "WANTS", "1010", "HOLDS", "2020")
	return alice.Replace(text) + bob.Replace(text)
}

// A thread that waits for a notification holds no monitor that it has given up for that, and
// a monitor has one owner.
func TestJavaOwners(t *testing.T) {
	t.Parallel()
	thread := func(number, state, rest string) string {
		return `"t` + number + `" #` + number + ` prio=5 tid=0x` + number + " nid=0x1 waiting on condition [0x1]\n   " +
			"java.lang.Thread.State: " + state + "\n" + rest + "\n"
	}
	const wait, at, b = "\tat java.lang.Object.wait(Native Method)\n", "\tat a.B.c(B.java:3)\n", "\t- locked <0xb> (a a.Lock)\n"
	for text, want := range map[string]string{
		// The stack does not name the object at all, as of compiled code.
		thread("1", "TIMED_WAITING (on object monitor)", wait+at+b): "t1: suspend-start park at java.lang.Object.wait:0",
		thread("1", "WAITING (on object monitor)",
			wait+"\t- waiting on <no object reference available>\n"+at+b+"\t- locked <0xa> (a a.Lock)\n"): "" +
			"t1: monitor-enter 0xa Lock suspend-start wait at java.lang.Object.wait:0",
		// It has been notified, and waits for the monitor again.
		thread("1", "BLOCKED (on object monitor)",
			wait+"\t- waiting to re-lock in wait() <0xb> (a a.Lock)\n"+at+b): "t1: monitor-wait 0xb Lock B.c:3 at java.lang.Object.wait:0",
		thread("1", "BLOCKED (on object monitor)", wait+at+b): "t1: monitor-wait 0xb Lock B.c:3 at java.lang.Object.wait:0",
		// Some releases say of a blocked thread that it has locked what it waits for.
		thread("1", "BLOCKED (on object monitor)", at+b) + thread("2", "RUNNABLE", at+b): "t1: monitor-wait 0xb Lock " +
			"B.c:3 at a.B.c:3 t2: monitor-enter 0xb Lock B.c:3 suspend-start other at a.B.c:3",
		// Contradictions show no owner.
		thread("1", "RUNNABLE", at+b) + thread("2", "RUNNABLE", at+b): "t1: suspend-start other at a.B.c:3 t2: " +
			"suspend-start other at a.B.c:3",
	} {
		if got := strings.Join(words(t, "Full thread dump X:\n\n"+text), " "); got != want {
			t.Errorf("%s\nis %q, want\n%q", text, got, want)
		}
	}
}
