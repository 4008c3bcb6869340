package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/panjf2000/ants/v2"
	"github.com/robfig/cron/v3"
	"golang.org/x/sync/errgroup"
)

// runAnts gives jobs to pools of ants. Their handlers are render and mail.
func runAnts(ctx context.Context) {
	pages, err := ants.NewPoolWithFunc(3, render)
	must(err)
	letters, err := ants.NewPool(2)
	must(err)
	tick := time.NewTicker(4 * time.Millisecond)
	for n := 0; ctx.Err() == nil; n++ {
		must(pages.Invoke(n))
		must(letters.Submit(mail))
		<-tick.C
	}
}

func render(page any) { work(70 + page.(int)%2) }

func mail() { work(50) }

// every is a schedule with a period.
type every time.Duration

// Next returns the next time after t.
func (e every) Next(t time.Time) time.Time { return t.Add(time.Duration(e)) }

// backup is a job.
type backup struct{ number atomic.Int64 }

// Run makes a backup.
func (b *backup) Run() {
	b.number.Add(1)
	work(200)
}

func cleanUp() { work(100) }

// runCron runs jobs at times. Its handlers are cleanUp and the method of backup.
func runCron(ctx context.Context) {
	c := cron.New()
	c.Schedule(every(10*time.Millisecond), cron.FuncJob(cleanUp))
	c.Schedule(every(25*time.Millisecond), &backup{})
	c.Start()
	<-ctx.Done()
	<-c.Stop().Done()
}

// runStages passes lines through the stages of a pipeline, whose goroutines are an errgroup. The
// handlers are parse and score, and show is that of the last stage.
func runStages(ctx context.Context) {
	lines, records, scores := make(chan string), make(chan int, 4), make(chan int, 4)
	var g errgroup.Group
	g.Go(func() error {
		defer close(lines)
		for ctx.Err() == nil {
			lines <- "a line"
			time.Sleep(4 * time.Millisecond)
		}
		return nil
	})
	g.Go(func() error {
		defer close(records)
		for line := range lines {
			records <- parse(line)
		}
		return nil
	})
	g.Go(func() error {
		defer close(scores)
		return scoreAll(records, scores)
	})
	var shown int
	for s := range scores {
		show(&shown, s)
	}
	must(g.Wait())
}

func parse(line string) int { return len(line) + int(work(60)[0]) }

// scoreAll is the goroutine of a stage.
func scoreAll(records <-chan int, scores chan<- int) error {
	for r := range records {
		scores <- score(r)
	}
	return nil
}

func score(record int) int { return record * int(work(90)[1]) }

func show(shown *int, score int) { *shown += score }
