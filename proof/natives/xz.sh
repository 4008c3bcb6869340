prepare() { bytes 3000000; }
work() { run xz -T2 --block-size=1MiB -c data | md5sum; }
