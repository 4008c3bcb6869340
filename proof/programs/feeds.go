package main

import "time"

// noClose has producers that close their channel at the end, but not if they
// return early. Three of eight return early, and their consumers remain.
func noClose(l *life) {
	l.calm()
	for n := range 8 {
		readings := make(chan int)
		go produce(readings, n%3 == 1)
		go consume(readings)
	}
	l.rest()
}

// produce returns early at a bad reading.
func produce(readings chan<- int, bad bool) {
	for n := range 20 {
		if bad && n == 10 {
			return
		}
		readings <- n
	}
	close(readings)
}

func consume(readings <-chan int) (sum int) {
	for n := range readings {
		sum += n
	}
	return sum
}

// stageUndrained has a pipeline of three stages. The last takes three numbers
// and returns; the two before it remain, each with a number to send.
func stageUndrained(l *life) {
	l.calm()
	numbers, squares := make(chan int), make(chan int)
	go generate(numbers)
	go square(numbers, squares)
	taken := make(chan int)
	go first(squares, 3, taken)
	<-taken
	l.rest()
}

func generate(numbers chan<- int) {
	for n := 0; ; n++ {
		numbers <- n
	}
}

func square(numbers <-chan int, squares chan<- int) {
	for n := range numbers {
		squares <- n * n
	}
}

func first(squares <-chan int, n int, taken chan<- int) {
	sum := 0
	for range n {
		sum += <-squares
	}
	taken <- sum
}

// backPressure has a fast source and a slow sink with bounded channels
// between: the source and the stage wait most of the time.
func backPressure(l *life) {
	numbers, squares := make(chan int, 4), make(chan int, 4)
	go generate(numbers)
	go square(numbers, squares)
	go store(squares)
	l.rest()
}

func store(squares <-chan int) {
	for range squares {
		time.Sleep(4 * time.Millisecond)
	}
}
