prepare() { bytes 11520000; }
work() { run x264 --quiet --no-progress --threads 4 --input-res 320x240 --fps 25 -o out.264 --demuxer raw data && test -s out.264; }
