// Cgo calls C functions that compute, sleep, fail and call back into Go, and
// traces itself. It prints how long each C function took, in nanoseconds.
package main

/*
#cgo LDFLAGS: -lpthread
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

extern void callback(void);

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void work(void) {
	volatile double x = 1;
	for (int i = 0; i < 2000000; i++) x = x * 1.0000001 + 1e-9;
}

static long long compute(void) { long long t = now(); work(); return now() - t; }
static long long nap(void) { long long t = now(); usleep(20000); return now() - t; }
static long long fail(void) { long long t = now(); work(); t = now() - t; errno = EAGAIN; return t; }

// rounds returns the time outside of Go.
static long long rounds(void) {
	long long sum = 0;
	for (int i = 0; i < 5; i++) {
		sum += compute();
		callback();
	}
	return sum;
}

static void *body(void *to) { *(long long *)to = rounds(); return 0; }

static long long thread(void) {
	long long took;
	pthread_t t;
	pthread_create(&t, 0, body, &took);
	pthread_join(t, 0);
	return took;
}
*/
import "C"

import (
	"fmt"
	"log"
	"os"
	"runtime/trace"
	"sync"
	"time"
)

//export callback
func callback() { time.Sleep(time.Millisecond) }

var took [5]C.longlong

func compute() { took[0] = C.compute() }
func nap()     { took[1] = C.nap() }
func fail()    { took[2], _ = C.fail() }
func rounds()  { took[3] = C.rounds() }
func thread()  { took[4] = C.thread() }

func main() {
	if err := trace.Start(os.Stderr); err != nil {
		log.Fatal(err)
	}
	var all sync.WaitGroup
	for _, f := range []func(){compute, nap, fail, rounds, thread} {
		all.Go(f)
	}
	all.Wait()
	trace.Stop()
	fmt.Println(took[0], took[1], took[2], took[3], took[4])
}
