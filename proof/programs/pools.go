package main

import (
	"sync"
	"time"
)

// A task has a result that its submitter waits for.
type task struct {
	parts []*task
	done  chan struct{}
}

func newTask(parts int) *task {
	t := &task{done: make(chan struct{})}
	for range parts {
		t.parts = append(t.parts, newTask(0))
	}
	return t
}

// ownPool has a pool of three workers. Tasks have parts, which go through the
// same pool: three tasks wait for their parts, and no worker is left for these.
func ownPool(l *life) {
	tasks := make(chan *task, 100)
	for range 3 {
		go runTasks(tasks)
	}
	submit(tasks, 0, 5)
	l.calm()
	go submit(tasks, 2, 3)
	l.rest()
}

// submit sends tasks and waits for all.
func submit(tasks chan<- *task, parts, n int) {
	var all []*task
	for range n {
		t := newTask(parts)
		all = append(all, t)
		tasks <- t
	}
	for _, t := range all {
		<-t.done
	}
}

func runTasks(tasks chan *task) {
	for t := range tasks {
		time.Sleep(5 * time.Millisecond)
		for _, part := range t.parts {
			tasks <- part
		}
		for _, part := range t.parts {
			<-part.done
		}
		close(t.done)
	}
}

// A stackPool gives work to the worker that became idle last, so that with a
// falling load the first workers stay idle.
type stackPool struct {
	mu   sync.Mutex
	idle []chan time.Duration
}

// lastUsedFirst has a load that falls from eight jobs at once to one.
func lastUsedFirst(l *life) {
	p := &stackPool{}
	go p.load(l.length / 16)
	l.rest()
}

func (p *stackPool) load(pause time.Duration) {
	for n := 8; ; n = max(n-1, 1) {
		for range n {
			p.do(time.Millisecond)
		}
		time.Sleep(pause)
	}
}

// do gives a job to the last idle worker, or to a new one.
func (p *stackPool) do(job time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		p.idle[n-1] <- job
		p.idle = p.idle[:n-1]
		return
	}
	jobs := make(chan time.Duration, 1)
	jobs <- job
	go p.work(jobs)
}

func (p *stackPool) work(jobs chan time.Duration) {
	for job := range jobs {
		time.Sleep(job)
		p.mu.Lock()
		p.idle = append(p.idle, jobs)
		p.mu.Unlock()
	}
}
