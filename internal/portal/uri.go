package portal

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// paths decodes URIs of files. The errors of those that name no file of this
// machine come beside the paths of the others.
func paths(uris []string) (list []string, err error) {
	for _, uri := range uris {
		path, wrong := pathOf(uri)
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("open %s: %w", uri, wrong))
			continue
		}
		list = append(list, path)
	}
	return list, err
}

// pathOf decodes the URI of a file. A ? or # that is not encoded is part of the
// name, because files have no queries.
func pathOf(uri string) (string, error) {
	rest, ok := strings.CutPrefix(uri, "file://")
	if !ok {
		return "", errors.New("it is not a file of this machine")
	}
	host, _, _ := strings.Cut(rest, "/")
	if own, err := os.Hostname(); host != "" && host != "localhost" && (err != nil || !strings.EqualFold(host, own)) {
		return "", errors.New("it is on another machine")
	}
	path, err := url.PathUnescape(rest[len(host):])
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return "", errors.New("it is not the path of a file")
	}
	return path, nil
}
