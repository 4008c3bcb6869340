prepare() { bytes 15000000; }
work() { run pbzip2 -p4 -c data | md5sum; }
