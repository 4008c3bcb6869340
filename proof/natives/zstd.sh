prepare() { bytes 20000000; }
work() { run zstd -q -T3 -9 -c data | md5sum; }
