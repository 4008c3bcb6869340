package prefs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/tracefeed/interpreter"
)

// InterpreterFile is the name of a file of interpreters, of the user or of a project: in the folder
// of a trace or in one around it.
const InterpreterFile = "interpreters.json"

// trustFile is the name of the file with the hashes of trusted files of interpreters, by their paths.
const trustFile = "trusted-interpreters.json"

// Interpreters returns the files of interpreters for a trace: the project's, the nearest first, and
// then the user's own. The working folder is the project of a trace that is no file.
func Interpreters(trace string) (files []interpreter.File) {
	own := ""
	if dir := Dir(); dir != "" {
		own = filepath.Join(dir, InterpreterFile)
	}
	trusted, trustErr := readTrust(Dir())
	folder, err := filepath.Abs(".")
	if path, pathErr := filepath.Abs(trace); pathErr == nil && isPath(trace) {
		folder, err = filepath.Dir(path), nil
	}
	if err == nil {
		for folder := range tracefeed.Outward(folder) {
			path := filepath.Join(folder, InterpreterFile)
			if path == own {
				continue
			}
			f, hash, ok := readInterpreters(path)
			if !ok {
				continue
			}
			f.Trusted = trusted[f.Path] == hash && hash != ""
			if f.Err == nil && !f.Trusted {
				f.Err = trustErr
			}
			files = append(files, f)
		}
	}
	if f, _, ok := readInterpreters(own); ok && own != "" {
		f.Own, f.Trusted = true, true
		files = append(files, f)
	}
	return files
}

// isPath reports whether the name of a trace is the path of a file.
func isPath(trace string) bool {
	st, err := os.Stat(trace)
	return err == nil && !st.IsDir()
}

// readInterpreters reads a file of interpreters. The hash is of the bytes that were read; "" after an
// error of reading them. ok is false if there is no file.
func readInterpreters(path string) (f interpreter.File, hash string, ok bool) {
	f.Path = path
	data, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, "", false
	}
	if f.Err = err; err != nil {
		return f, "", true
	}
	sum := sha256.Sum256(data)
	f.Definitions, f.Err = interpreter.Read(bytes.NewReader(data))
	return f, hex.EncodeToString(sum[:]), true
}

// readSmall reads a regular file of at most maxSize bytes.
func readSmall(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err == nil && !st.Mode().IsRegular() { // a pipe would block
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, replace.Bare(err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, replace.Bare(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("it is longer than %d bytes", maxSize)
	}
	return data, replace.Bare(err)
}

// readTrust returns the hashes of trusted files, by their paths.
func readTrust(dir string) (map[string]string, error) {
	hashes := map[string]string{}
	if dir == "" {
		return hashes, nil
	}
	path := filepath.Join(dir, trustFile)
	data, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return hashes, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &hashes)
	}
	if err == nil && hashes == nil {
		err = errors.New("it has no list")
	}
	if err != nil {
		return nil, fmt.Errorf("read trusted interpreters: %s: %w", path, err)
	}
	return hashes, nil
}

// TrustInterpreters allows the commands of a project's file of interpreters, as it is now, and returns
// them. Their programs are not part of it: they may change.
func TrustInterpreters(path string) ([]interpreter.Definition, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("trust interpreters: %w", err)
	}
	f, hash, ok := readInterpreters(path)
	if !ok {
		f.Err = fs.ErrNotExist
	}
	if f.Err == nil && filepath.Base(path) != InterpreterFile {
		f.Err = errors.New("only files with the name " + InterpreterFile + " are read")
	}
	if f.Err != nil {
		return nil, fmt.Errorf("trust interpreters: %s: %w", path, f.Err)
	}
	return f.Definitions, changeTrust(func(hashes map[string]string) error {
		hashes[path] = hash
		return nil
	})
}

// DistrustInterpreters takes back TrustInterpreters. The file need not exist any more.
func DistrustInterpreters(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("trust interpreters: %w", err)
	}
	return changeTrust(func(hashes map[string]string) error {
		if hashes[path] == "" {
			return fmt.Errorf("%s was not trusted", path)
		}
		delete(hashes, path)
		return nil
	})
}

// changeTrust changes the list of trusted files. One that cannot be read is never replaced.
func changeTrust(change func(map[string]string) error) error {
	dir := Dir()
	if dir == "" {
		return errors.New("trust interpreters: settings are not kept, because of " + variable + "=off")
	}
	hashes, err := readTrust(dir)
	if err == nil {
		err = change(hashes)
	}
	var data []byte
	if err == nil {
		data, err = json.MarshalIndent(hashes, "", "\t")
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = replace.Bytes(filepath.Join(dir, trustFile), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("trust interpreters: %w", err)
	}
	return nil
}
