package main

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

// guide is the service RouteGuide of gRPC's examples. Its handlers are its four methods.
type guide struct {
	pb.UnimplementedRouteGuideServer
}

func feature(steps int) *pb.Feature { return &pb.Feature{Name: answer(steps)} }

// GetFeature answers a call.
func (g *guide) GetFeature(context.Context, *pb.Point) (*pb.Feature, error) { return feature(60), nil }

// ListFeatures answers with a stream.
func (g *guide) ListFeatures(_ *pb.Rectangle, s pb.RouteGuide_ListFeaturesServer) error {
	for range 4 {
		if err := s.Send(feature(30)); err != nil {
			return err
		}
	}
	return nil
}

// RecordRoute takes a stream.
func (g *guide) RecordRoute(s pb.RouteGuide_RecordRouteServer) error {
	var points int32
	for {
		switch _, err := s.Recv(); {
		case errors.Is(err, io.EOF):
			return s.SendAndClose(&pb.RouteSummary{PointCount: points})
		case err != nil:
			return err
		}
		points += int32(work(25)[0])
	}
}

// RouteChat answers each message of a stream.
func (g *guide) RouteChat(s pb.RouteGuide_RouteChatServer) error {
	for {
		switch _, err := s.Recv(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := s.Send(&pb.RouteNote{Message: answer(30)}); err != nil {
			return err
		}
	}
}

func serveRoutes(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	server := grpc.NewServer()
	pb.RegisterRouteGuideServer(server, &guide{})
	go server.Serve(listener)
	announce(listener.Addr())
	<-ctx.Done()
	server.Stop()
}

// loadRoutes makes the four calls in turn, until the server is gone.
func loadRoutes(address string) {
	for range 3 {
		conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		must(err)
		go func() {
			client := pb.NewRouteGuideClient(conn)
			for callAll(client) == nil {
				time.Sleep(10 * time.Millisecond)
			}
		}()
	}
}

func callAll(client pb.RouteGuideClient) error {
	ctx := context.Background()
	if _, err := client.GetFeature(ctx, &pb.Point{}); err != nil {
		return err
	}
	list, err := client.ListFeatures(ctx, &pb.Rectangle{})
	for err == nil {
		_, err = list.Recv()
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	record, err := client.RecordRoute(ctx)
	if err != nil {
		return err
	}
	for range 4 {
		record.Send(&pb.Point{})
	}
	if _, err := record.CloseAndRecv(); err != nil {
		return err
	}
	chat, err := client.RouteChat(ctx)
	if err != nil {
		return err
	}
	for range 4 {
		chat.Send(&pb.RouteNote{})
		if _, err := chat.Recv(); err != nil {
			return err
		}
	}
	return chat.CloseSend()
}
