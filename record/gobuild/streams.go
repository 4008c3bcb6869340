package gobuild

// streams numbers the bytes that goroutines put into connections and pipes, and take from there
// (inject/end.go.txt). It is for tasks that go from process to process. What is no such stream
// costs a branch a call.
var streams = feature{
	name: "bytes of connections",
	patches: []patch{
		{"internal/poll/fd_unix.go", endChanges},
		{"internal/poll/writev.go", []change{
			{1, "	var n int64\n	var err error\n	for len(*v) > 0 {\n",
				"	var n int64; if fd.tiv != nil { fd.tiv.writes(tivSize(*v)) }\n	var err error\n	for len(*v) > 0 {\n"},
			{1, "		n += int64(wrote)\n", "		n += int64(wrote); if fd.tiv != nil { fd.tiv.wrote(int(wrote)) }\n"},
		}},
		{"internal/poll/sendfile_unix.go", []change{
			{1, "		n, err = sendFileChunk(dst, src, offset, chunk, written)\n",
				"		if dstFD.tiv != nil { dstFD.tiv.writes(chunk) }" +
					"; n, err = sendFileChunk(dst, src, offset, chunk, written)\n"},
			{1, "		if n > 0 {\n			written += int64(n)\n",
				"		if n > 0 { if dstFD.tiv != nil { dstFD.tiv.wrote(n) }\n			written += int64(n)\n"},
		}},
		{"internal/poll/splice_linux.go", []change{
			{1, "		n, err := splice(pipefd, sock.Sysfd, max, spliceNonblock)\n",
				"		n, err := splice(pipefd, sock.Sysfd, max, spliceNonblock); if sock.tiv != nil { sock.tiv.reads(n, err) }\n"},
			{1, "	written := 0\n	for inPipe > 0 {\n",
				"	written := 0; if sock.tiv != nil { sock.tiv.writes(inPipe) }\n	for inPipe > 0 {\n"},
			{1, "			inPipe -= n\n", "			inPipe -= n; if sock.tiv != nil { sock.tiv.wrote(n) }\n"},
		}},
		{"net/fd_unix.go", []change{{1, "	netfd.setAddr(netfd.addrFunc()(lsa), netfd.addrFunc()(rsa))\n",
			"	netfd.setAddr(netfd.addrFunc()(lsa), netfd.addrFunc()(rsa)); netfd.tivBegin(false)\n"}}},
		{"net/sock_posix.go", []change{{1, "		fd.setAddr(fd.addrFunc()(lsa), raddr)\n	}\n",
			"		fd.setAddr(fd.addrFunc()(lsa), raddr)\n	}; if fd.isConnected { fd.tivBegin(true) }\n"}}},
		{"os/pipe2_unix.go", []change{{1,
			"	return newFile(p[0], \"|0\", kindPipe, false), newFile(p[1], \"|1\", kindPipe, false), nil\n",
			"	return tivPipe(newFile(p[0], \"|0\", kindPipe, false), newFile(p[1], \"|1\", kindPipe, false))\n"}}},
		{"os/file_unix.go", []change{{1, "	return uintptr(f.pfd.Sysfd)\n}\n",
			"	f.pfd.TivUnseen(); return uintptr(f.pfd.Sysfd)\n}\n"}}},
	},
	adds: []addition{{"runtime", "stream.go.txt"}, {"internal/poll", "end.go.txt"}, {"os", "pipe.go.txt"},
		{"net", "connection.go.txt"}, {"net", "noconnection.go.txt"},
		{"net", "unixpeer_linux.go.txt"}, {"net", "unixpeer_other.go.txt"}},
}

// endChanges are those of reads and writes by one call. A raw descriptor, or another one for the same
// end, can pass bytes that are not counted.
var endChanges = []change{
	{1, "	isFile bool\n}\n", "	isFile bool; tiv *tivEnd\n}\n"},
	{1, "	for {\n		n, err := ignoringEINTRIO(syscall.Read, fd.Sysfd, p)\n",
		"	if fd.tiv != nil { fd.tiv.leaves() }; for {\n" +
			"		n, err := ignoringEINTRIO(syscall.Read, fd.Sysfd, p); if fd.tiv != nil { fd.tiv.reads(n, nil) }\n"},
	{1, "		n, oobn, sysflags, sa, err := syscall.Recvmsg(fd.Sysfd, p, oob, flags)\n",
		"		n, oobn, sysflags, sa, err := syscall.Recvmsg(fd.Sysfd, p, oob, flags)" + thenReads},
	{1, "		n, sa, err := syscall.Recvfrom(fd.Sysfd, p, 0)\n",
		"		n, sa, err := syscall.Recvfrom(fd.Sysfd, p, 0)" + thenReads},
	{1, writesBytes + "	var nn int\n	for {\n" + writeChunk +
		"		n, err := ignoringEINTRIO(syscall.Write, fd.Sysfd, p[nn:max])\n",
		writesBytes + "	var nn int; if fd.tiv != nil { fd.tiv.writes(len(p)) }\n	for {\n" + writeChunk +
			"		n, err := ignoringEINTRIO(syscall.Write, fd.Sysfd, p[nn:max])" + thenWrote},
	{1, "		n, err := syscall.SendmsgN(fd.Sysfd, p, oob, sa, 0)\n",
		"		if fd.tiv != nil { fd.tiv.writes(len(p)) }; n, err := syscall.SendmsgN(fd.Sysfd, p, oob, sa, 0)" + thenWrote},
	{1, "func (fd *FD) WriteTo(p []byte, sa syscall.Sockaddr) (int, error) {\n",
		"func (fd *FD) WriteTo(p []byte, sa syscall.Sockaddr) (int, error) { fd.TivUnseen()\n"},
	{1, "		case syscall.EAGAIN:\n			if fd.pd.pollable() {\n",
		"		case syscall.EAGAIN: tivAwaitsAny()\n			if fd.pd.pollable() {\n"},
	{1, "	fd.pd.evict()\n", "	fd.pd.evict(); if fd.tiv != nil { fd.tiv.leaves() }\n"},
	{1, "func (fd *FD) Dup() (int, string, error) {\n", "func (fd *FD) Dup() (int, string, error) { fd.TivUnseen()\n"},
	{1, "func (fd *FD) RawRead(f func(uintptr) bool) error {\n",
		"func (fd *FD) RawRead(f func(uintptr) bool) error { fd.TivUnseen()\n"},
	{1, "func (fd *FD) RawWrite(f func(uintptr) bool) error {\n",
		"func (fd *FD) RawWrite(f func(uintptr) bool) error { fd.TivUnseen()\n"},
}

const (
	thenReads   = "; if fd.tiv != nil { fd.tiv.reads(n, err) }\n"
	thenWrote   = "; if fd.tiv != nil { fd.tiv.wrote(n) }\n"
	writesBytes = "	if err := fd.pd.prepareWrite(fd.isFile); err != nil {\n		return 0, err\n	}\n"
	writeChunk  = "		max := len(p)\n		if fd.IsStream && max-nn > maxRW {\n			max = nn + maxRW\n		}\n"
)
