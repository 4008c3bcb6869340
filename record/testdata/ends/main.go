// Ends comes to its end in the way its argument says.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	fmt.Println("environment", os.Getenv("TIV_TRACE")+os.Getenv("GODEBUG"))
	go func() {
		for {
			time.Sleep(time.Millisecond)
		}
	}()
	time.Sleep(50 * time.Millisecond)
	switch os.Args[1] {
	case "return":
	case "exit":
		os.Exit(3)
	case "panic":
		panic("ends by a panic")
	case "panic-elsewhere":
		go func() { panic("ends by a panic elsewhere") }()
		select {}
	case "wait":
		fmt.Println("ready")
		select {}
	case "handle":
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt)
		fmt.Println("ready")
		fmt.Println("handled", <-c)
		os.Exit(4)
	case "ignore":
		signal.Ignore(os.Interrupt)
		fmt.Println("ready")
		time.Sleep(300 * time.Millisecond)
		os.Exit(5)
	case "kill":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "child":
		out, err := exec.Command(os.Args[0], "return").Output()
		fmt.Printf("%s%v\n", out, err)
	}
}
