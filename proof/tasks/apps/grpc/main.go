// Command grpc serves the example RouteGuide of gRPC, with its four kinds of calls, and is the
// client of it, too. Interceptors mark for which request a handler works.
//
//	go run ./grpc goroutines|workers SEED REQUESTS
package main

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/examples/route_guide/routeguide"
	"google.golang.org/grpc/metadata"

	"tiv/proof/tasks/apps/truth"
)

// key is the header with the number of the request.
const key = "request"

func main() {
	r := truth.New()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	truth.Must(err)
	options := []grpc.ServerOption{grpc.UnaryInterceptor(unary), grpc.StreamInterceptor(stream)}
	if os.Args[1] == "workers" { // streams have workers of the server, in place of goroutines of their own
		options = append(options, grpc.NumStreamWorkers(uint32(r.Workers)))
	}
	server := grpc.NewServer(options...)
	guide := &guide{run: r, lookups: make(chan lookup, 2)}
	for range r.Workers {
		go guide.lookUp()
	}
	pb.RegisterRouteGuideServer(server, guide)
	go func() { truth.Must(server.Serve(listener)) }()
	connections := make([]*grpc.ClientConn, 2) // shared by the clients, so that calls share a connection
	for i := range connections {
		connections[i], err = grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		truth.Must(err)
		defer connections[i].Close()
	}
	r.ClientsDo(func(client, n int) string {
		ctx := metadata.AppendToOutgoingContext(context.Background(), key, strconv.Itoa(n))
		return call(ctx, r, pb.NewRouteGuideClient(connections[client%len(connections)]))
	})
	server.GracefulStop()
}

// requestOf returns the number of a request, from its header.
func requestOf(ctx context.Context) int {
	md, _ := metadata.FromIncomingContext(ctx)
	n, err := strconv.Atoi(md.Get(key)[0])
	truth.Must(err)
	return n
}

func unary(ctx context.Context, in any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (out any, err error) {
	truth.As(requestOf(ctx), func() { out, err = handler(ctx, in) })
	return out, err
}

func stream(server any, s grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) (err error) {
	truth.As(requestOf(s.Context()), func() { err = handler(server, s) })
	return err
}

// call makes one call of the service, and returns its method.
func call(ctx context.Context, r *truth.Run, client pb.RouteGuideClient) string {
	switch r.UpTo(4) {
	case 0:
		_, err := client.GetFeature(ctx, &pb.Point{Latitude: 1})
		truth.Must(err)
		return pb.RouteGuide_GetFeature_FullMethodName
	case 1:
		s, err := client.ListFeatures(ctx, &pb.Rectangle{})
		truth.Must(err)
		receiveAll(s)
		return pb.RouteGuide_ListFeatures_FullMethodName
	case 2:
		s, err := client.RecordRoute(ctx)
		truth.Must(err)
		for n := range 1 + r.UpTo(4) {
			truth.Must(s.Send(&pb.Point{Latitude: int32(n)}))
			r.Work()
		}
		_, err = s.CloseAndRecv()
		truth.Must(err)
		return pb.RouteGuide_RecordRoute_FullMethodName
	}
	s, err := client.RouteChat(ctx)
	truth.Must(err)
	var received sync.WaitGroup
	received.Go(func() { truth.As(0, func() { receiveAll(s) }) })
	for range 1 + r.UpTo(4) {
		truth.Must(s.Send(&pb.RouteNote{Location: &pb.Point{Latitude: int32(r.UpTo(3))}}))
		r.Work()
	}
	truth.Must(s.CloseSend())
	received.Wait()
	return pb.RouteGuide_RouteChat_FullMethodName
}

// receiveAll receives a stream to its end.
func receiveAll[T any](s grpc.ServerStreamingClient[T]) {
	for {
		if _, err := s.Recv(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			panic(err)
		}
	}
}

// guide is the service.
type guide struct {
	pb.UnimplementedRouteGuideServer
	run     *truth.Run
	lookups chan lookup
	mu      sync.Mutex
	notes   [3][]*pb.RouteNote
}

// lookup is a job of the service's workers: to look up the feature at a point.
type lookup struct {
	request int
	point   *pb.Point
	to      chan *pb.Feature
}

// lookUp is a worker.
func (g *guide) lookUp() {
	for l := range g.lookups {
		truth.As(l.request, func() {
			g.run.Work()
			l.to <- &pb.Feature{Location: l.point}
		})
	}
}

// GetFeature asks a worker.
func (g *guide) GetFeature(ctx context.Context, p *pb.Point) (*pb.Feature, error) {
	g.run.Work()
	to := make(chan *pb.Feature, 1)
	g.lookups <- lookup{requestOf(ctx), p, to}
	return <-to, nil
}

// ListFeatures has a goroutine that finds what it sends.
func (g *guide) ListFeatures(_ *pb.Rectangle, s grpc.ServerStreamingServer[pb.Feature]) error {
	found := make(chan *pb.Feature)
	go truth.As(requestOf(s.Context()), func() {
		for n := range 1 + g.run.Pieces {
			g.run.Work()
			found <- &pb.Feature{Location: &pb.Point{Latitude: int32(n)}}
		}
		close(found)
	})
	for f := range found {
		if err := s.Send(f); err != nil {
			return err
		}
	}
	return nil
}

// RecordRoute asks the workers for each point.
func (g *guide) RecordRoute(s grpc.ClientStreamingServer[pb.Point, pb.RouteSummary]) error {
	var summary pb.RouteSummary
	to := make(chan *pb.Feature, 10)
	for {
		p, err := s.Recv()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		g.lookups <- lookup{requestOf(s.Context()), p, to}
		summary.PointCount++
	}
	for range summary.PointCount {
		<-to
		summary.FeatureCount++
	}
	g.run.Work()
	return s.SendAndClose(&summary)
}

// RouteChat answers each note with those at its place, which all calls share.
func (g *guide) RouteChat(s grpc.BidiStreamingServer[pb.RouteNote, pb.RouteNote]) error {
	for {
		note, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		at := &g.notes[note.Location.Latitude]
		g.mu.Lock()
		*at = append(*at, note)
		g.run.Work()
		latest := (*at)[max(0, len(*at)-3):]
		g.mu.Unlock()
		for _, n := range latest {
			if err := s.Send(n); err != nil {
				return err
			}
		}
	}
}
