package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/panjf2000/gnet/v2"
	"github.com/tidwall/redcon"
)

// serveReadings subscribes to topics of MQTT, at a broker of its own. Its handlers are onReading and
// the method of alarms.
func serveReadings(ctx context.Context) {
	broker := mqtt.New(&mqtt.Options{Logger: slog.New(slog.DiscardHandler)})
	must(broker.AddHook(new(auth.AllowHook), nil))
	listener := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	must(broker.AddListener(listener))
	must(broker.Serve())
	client := connectMQTT(listener.Address(), "readings")
	must(wait(client.Subscribe("readings", 0, onReading)))
	must(wait(client.Subscribe("alarms", 0, (&alarms{}).onAlarm)))
	announce(listener.Address())
	<-ctx.Done()
	broker.Close()
}

func connectMQTT(address, name string) paho.Client {
	client := paho.NewClient(paho.NewClientOptions().AddBroker("tcp://" + address).SetClientID(name).SetAutoReconnect(false))
	must(wait(client.Connect()))
	return client
}

func wait(t paho.Token) error {
	if !t.WaitTimeout(10 * time.Second) {
		return errors.New("the broker does not answer")
	}
	return t.Error()
}

func onReading(c paho.Client, m paho.Message) { work(70 + len(m.Payload())%2) }

type alarms struct{ number int }

func (a *alarms) onAlarm(c paho.Client, m paho.Message) {
	a.number++
	work(120)
}

// loadReadings publishes readings and alarms, until the broker is gone.
func loadReadings(address string) {
	client := connectMQTT(address, "sensor")
	go func() {
		for n := 0; client.IsConnectionOpen(); n++ {
			client.Publish([]string{"readings", "readings", "alarms"}[n%3], 0, false, "21 degrees")
			time.Sleep(4 * time.Millisecond)
		}
	}()
}

// serveCommands serves commands of Redis with redcon. Its handler is onCommand.
func serveCommands(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go redcon.Serve(listener, onCommand, onAccept, func(redcon.Conn, error) {})
	announce(listener.Addr())
	<-ctx.Done()
}

func onAccept(redcon.Conn) bool { return true }

func onCommand(c redcon.Conn, command redcon.Command) {
	c.WriteBulkString(answer(50 + len(command.Args)))
}

// loops is a server with the event loops of gnet. Its handlers are OnTraffic and OnTick.
type loops struct {
	gnet.BuiltinEventEngine
}

// OnTraffic answers lines.
func (l *loops) OnTraffic(c gnet.Conn) gnet.Action {
	c.Next(-1)
	c.Write([]byte(answer(50) + "\n"))
	return gnet.None
}

// OnTick is called again and again.
func (l *loops) OnTick() (time.Duration, gnet.Action) {
	work(100)
	return 20 * time.Millisecond, gnet.None
}

func serveLoops(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // finds a port
	must(err)
	address := listener.Addr().String()
	must(listener.Close())
	go func() { must(gnet.Run(&loops{}, "tcp://"+address, gnet.WithTicker(true), gnet.WithNumEventLoop(2))) }()
	time.Sleep(time.Second)
	announce(address)
	<-ctx.Done()
}

// loadText sends lines over four connections, until the server is gone. An answer has as many lines as
// the server's protocol needs.
func loadText(line string, answerLines int) func(address string) {
	return func(address string) {
		for range 4 {
			conn, err := net.Dial("tcp", address)
			must(err)
			go func() {
				answers := bufio.NewReader(conn)
				for {
					fmt.Fprint(conn, line)
					for range answerLines {
						if _, err := answers.ReadString('\n'); err != nil {
							return
						}
					}
					time.Sleep(6 * time.Millisecond)
				}
			}()
		}
	}
}
