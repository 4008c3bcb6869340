package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// An account is guarded by a lock of its own.
type account struct {
	mu      sync.RWMutex
	id      int
	balance int
}

func newAccounts(n int) []*account {
	all := make([]*account, n)
	for i := range all {
		all[i] = &account{id: i, balance: 1000}
	}
	return all
}

// transferRW has two transfers in opposite directions. Each locks its source
// first, and both hold one before either requests the other: a deadlock. The
// audit of all accounts waits behind them.
func transferRW(l *life) {
	accounts := newAccounts(6)
	go payDay(accounts[2:])
	l.calm()
	var both sync.WaitGroup
	both.Add(2)
	go transfer(accounts[0], accounts[1], &both)
	go transfer(accounts[1], accounts[0], &both)
	both.Wait()
	settle()
	go audit(accounts)
	l.rest()
}

// transfer moves money. Its ledger entry lasts until both transfers have begun.
func transfer(from, to *account, ledger *sync.WaitGroup) {
	from.mu.Lock()
	ledger.Done()
	ledger.Wait()
	to.mu.Lock()
	from.balance -= 10
	to.balance += 10
	to.mu.Unlock()
	from.mu.Unlock()
}

// payDay pays into accounts that have no part in the deadlock.
func payDay(accounts []*account) {
	for n := 0; ; n++ {
		a := accounts[n%len(accounts)]
		a.mu.Lock()
		a.balance++
		a.mu.Unlock()
		time.Sleep(5 * time.Millisecond)
	}
}

func audit(accounts []*account) {
	total := 0
	for _, a := range accounts {
		a.mu.RLock()
		total += a.balance
		a.mu.RUnlock()
	}
}

// transferOrdered has many transfers in both directions. Each locks the account
// with the lower number first.
func transferOrdered(l *life) {
	accounts := newAccounts(3)
	var done atomic.Int64
	for n := range 4 {
		go transferAgain(accounts[n%3], accounts[(n+1+n/3)%3], &done)
	}
	until(func() bool { return done.Load() > 40 })
	audit(accounts)
	l.rest()
}

func transferAgain(from, to *account, done *atomic.Int64) {
	first, second := from, to
	if to.id < from.id {
		first, second = to, from
	}
	for {
		first.mu.Lock()
		second.mu.Lock()
		time.Sleep(time.Millisecond)
		from.balance -= 10
		to.balance += 10
		second.mu.Unlock()
		first.mu.Unlock()
		done.Add(1)
		time.Sleep(2 * time.Millisecond)
	}
}
