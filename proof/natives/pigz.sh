prepare() { bytes 30000000; }
work() { run pigz -p4 -c data | md5sum; }
