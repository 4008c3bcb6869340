package emit_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
)

// mutex tells of a lock: that is all there is to interposing one.
type mutex struct {
	sync.Mutex
	id tracefeed.MonitorID
}

func (m *mutex) lock(f *emit.Feedlet) {
	if !m.TryLock() {
		f.MonitorWait(m.id)
		m.Lock()
	}
	f.MonitorEnter(m.id)
}

func (m *mutex) unlock(f *emit.Feedlet) {
	f.MonitorExit(m.id)
	m.Unlock()
}

// pool is three workers that take four jobs each from a queue, read a file, and
// add up results under a lock that each holds while it sleeps.
type pool struct {
	trace          *emit.Writer
	queue, results mutex
	more           *sync.Cond
	put, taken     int             // under queue
	idle           []*emit.Feedlet // under queue: who waits for more
	sum            int             // under results

	job, reading, waiting tracefeed.NameID
}

// give puts a job into the queue and lets all idle workers go on.
func (p *pool) give(f *emit.Feedlet) {
	p.queue.lock(f)
	defer p.queue.unlock(f)
	p.put++
	for _, worker := range p.idle {
		f.Wake(worker)
	}
	p.idle = nil
	p.more.Broadcast()
}

// wait waits for more. The queue is locked, and let go meanwhile.
func (p *pool) wait(f *emit.Feedlet) {
	p.idle = append(p.idle, f)
	f.MonitorExit(p.queue.id)
	f.SuspendStart(tracefeed.CauseWait)
	p.more.Wait()
	f.SuspendEnd()
	f.MonitorEnter(p.queue.id)
}

// take returns the number of a job.
func (p *pool) take(f *emit.Feedlet) int64 {
	p.queue.lock(f)
	defer p.queue.unlock(f)
	for p.taken == p.put {
		p.wait(f)
	}
	p.taken++
	f.Counter(p.waiting, int64(p.put-p.taken))
	return int64(p.taken)
}

// allIdle reports whether all workers wait for jobs.
func (p *pool) allIdle(f *emit.Feedlet) bool {
	p.queue.lock(f)
	defer p.queue.unlock(f)
	return len(p.idle) == 3
}

func (p *pool) work(f *emit.Feedlet, job int64) {
	f.TaskStart(p.job, job, 0)
	f.RegionStart(p.reading, job)
	f.IOStart(tracefeed.CauseDisk)
	data, _ := os.ReadFile("example_test.go")
	f.IOEnd()
	f.RegionEnd(p.reading, job)
	p.results.lock(f)
	p.sum += len(data)
	sleep(f, 4*time.Millisecond)
	p.results.unlock(f)
	f.TaskEnd(job)
}

func sleep(f *emit.Feedlet, d time.Duration) {
	f.SuspendStart(tracefeed.CauseSleep)
	time.Sleep(d)
	f.SuspendEnd()
}

// run gives the workers twelve jobs.
func (p *pool) run() {
	main := p.trace.Thread("1", "main")
	main.Start(nil)
	var workers sync.WaitGroup
	for i := range 3 {
		workers.Go(func() {
			f := p.trace.Thread(fmt.Sprint(i+2), fmt.Sprintf("worker %d", i+1))
			f.Start(main)
			for range 4 {
				p.work(f, p.take(f))
			}
			f.End()
		})
	}
	for !p.allIdle(main) {
		sleep(main, time.Millisecond)
	}
	for range 12 {
		p.give(main)
		sleep(main, 2*time.Millisecond)
	}
	main.SuspendStart(tracefeed.CauseJoin)
	workers.Wait()
	main.SuspendEnd()
}

// runPool records it.
func runPool(path string) error {
	trace, err := emit.Create(path, emit.Options{})
	if err != nil {
		return err
	}
	p := &pool{trace: trace, job: trace.Name("job"), reading: trace.Name("read"), waiting: trace.Name("jobs in the queue")}
	p.queue.id, p.results.id = trace.Monitor("queue", "queue"), trace.Monitor("results", "results")
	p.more = sync.NewCond(&p.queue)
	p.run()
	return trace.Close()
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "trace.bin")
	if err := runPool(path); err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	magic := make([]byte, 8)
	_, err = io.ReadFull(file, magic)
	fmt.Printf("%q %v\n", magic, err)
	// Output: "\x89TIV\r\n\x1a\n" <nil>
}
