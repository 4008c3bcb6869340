prepare() { bytes 8000000; }
work() { run xz -T2 --block-size=1MiB -c data | md5sum; }
